import type { LogSort } from './LogTableView.ts'

/** Which of the loaded logs a table shows, and in which order. */
export interface RowOrder {
  readonly length: number
  /** The index of the log that row `row` shows. */
  readonly logAt: (row: number) => number
  /** The row that shows log `index`; `undefined` if none does. */
  readonly rowOf: (index: number) => number | undefined
  /** The direction of chain order; `undefined` if rows are sorted otherwise. */
  readonly direction: 'asc' | 'desc' | undefined
  /** What rows are sorted by; `undefined` for chain order. */
  readonly sort?: LogSort | undefined
}
