/** Which of the logs at hand a table shows, and in which order. */
export interface RowOrder {
  readonly length: number
  /** Which log of the list row `row` shows. */
  readonly logAt: (row: number) => number
  /** Which row shows log `index` of the list; `undefined` when none does. */
  readonly rowOf: (index: number) => number | undefined
  /** The chain's order, either way; `undefined` when rows are in another one. */
  readonly direction: 'asc' | 'desc' | undefined
}
