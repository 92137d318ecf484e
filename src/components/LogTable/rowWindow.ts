interface RowWindowOptions {
  /** Rows in all. */
  count: number
  /** Pixels of one row. */
  rowHeight: number
  /** Pixels scrolled. */
  top: number
  /** Pixels that can be seen. */
  height: number
}

/** Which rows to draw, and where. */
export interface RowWindow {
  readonly first: number
  /** Inclusive; before `first` when there are no rows. */
  readonly last: number
  /** Pixels the rows take in all: never more than browsers allow. */
  readonly size: number
  /** Where the box that holds the drawn rows is, in pixels from the top of all rows. */
  readonly shift: number
  /** Where row `index` is drawn in that box, in pixels. Stays the same while one scrolls, so that no row need be drawn anew. */
  readonly y: (index: number) => number
  /** Where to scroll so that row `index` can be seen whole, moving as little as possible. */
  readonly reveal: (index: number) => number
}

// Chromium draws nothing beyond 33,554,428 px, Firefox nothing beyond about 17,900,000.
const maxSize = 16_000_000
const overscan = 8
// How many rows keep their place in the box that holds them while all of it moves.
const block = 10_000
// An element without a bounded height would otherwise ask for every row there is.
const maxHeight = 8_000

/**
 * The rows of a fixed height that a scrolled element shows. When all of them together would be taller than browsers can draw,
 * the scale of scrolling changes: the scrollbar still spans every row.
 */
export function rowWindow({ count, rowHeight, top, height: fullHeight }: RowWindowOptions): RowWindow {
  const height = Math.min(fullHeight, maxHeight)
  const total = count * rowHeight
  const size = Math.min(total, maxSize)
  const scale = size < total && size > height ? (total - height) / (size - height) : 1
  const offset = top * scale
  // Without a change of scale the box rests, and each row is at its own place.
  const first = Math.floor(offset / rowHeight)
  const base = scale === 1 ? 0 : Math.floor(first / block) * block * rowHeight
  const shift = scale === 1 ? 0 : top - offset + base
  const clamp = (index: number) => Math.max(0, Math.min(count - 1, index))
  return {
    first: clamp(first - overscan),
    last: count === 0 ? -1 : clamp(Math.ceil((offset + height) / rowHeight) + overscan),
    size,
    shift,
    // A row far out of sight, drawn for its focus alone, must not make the box taller than browsers draw.
    y: (index) =>
      scale === 1
        ? index * rowHeight
        : Math.max(-shift, Math.min(size - rowHeight - shift, index * rowHeight - base)),
    reveal: (index) => {
      const start = index * rowHeight
      if (start < offset) return start / scale
      if (start + rowHeight > offset + height) return (start + rowHeight - height) / scale
      return top
    },
  }
}
