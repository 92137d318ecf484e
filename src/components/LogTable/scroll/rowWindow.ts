import { scrollScale } from './scrollScale.ts'

interface RowWindowOptions {
  /** Rows in all. */
  count: number
  /** Pixels of one row. */
  rowHeight: number
  /** Pixels of rows above the viewport, independent of the scrollbar. */
  offset: number
  /** Pixels of the viewport. */
  height: number
}

/** From one row to another, both included. */
export interface RowRange {
  readonly first: number
  readonly last: number
}

/** Which rows to render, and where. */
export interface RowWindow {
  /** The visible rows, and those around them: inclusive, with `last` before `first` without rows. */
  readonly seen: RowRange
  readonly around: RowRange
  /** Total pixels of the rows: never more than browsers allow. */
  readonly size: number
  /** Distance of the box of rendered rows from the first row, in pixels, as if scrolling had no limit. */
  readonly base: number
  /** Position of row `index` in that box, in pixels. Constant while scrolling, so that rows do not rerender. */
  readonly y: (index: number) => number
}

const overscan = 8
// The box moves by this many rows at a time.
const block = 10_000
// An element of unbounded height would render every row.
const maxHeight = 8_000

/** The rows of a fixed height that a scrolled element shows. */
export function rowWindow(options: RowWindowOptions): RowWindow {
  const { count, rowHeight, offset } = options
  const height = Math.min(options.height, maxHeight)
  const { size, scaled } = scrollScale({ count, rowHeight, height })
  const first = Math.floor(offset / rowHeight)
  // While the scrollbar spans all rows, the box stays at the top.
  const base = scaled ? Math.floor(first / block) * block * rowHeight : 0
  const range = (more: number): RowRange => ({
    first: Math.max(0, Math.min(count - 1, first - more)),
    last: count === 0 ? -1 : Math.min(count - 1, Math.ceil((offset + height) / rowHeight) + more),
  })
  return {
    seen: range(0),
    around: range(overscan),
    size,
    base,
    y: (index) => index * rowHeight - base,
  }
}
