interface ScrollScaleOptions {
  /** Rows in all. */
  count: number
  /** Pixels of one row. */
  rowHeight: number
  /** Pixels of the viewport. */
  height: number
}

/** How far rows reach, and how far an element that shows them can scroll. */
export interface ScrollScale {
  /** Pixels of the element that is scrolled: never more than browsers draw. */
  readonly size: number
  /** Whether there are more pixels of rows than of scrolling. */
  readonly scaled: boolean
  readonly maxOffset: number
  readonly maxTop: number
}

// Chromium draws nothing beyond 33,554,428 px, Firefox nothing beyond about 17,900,000.
const maxSize = 16_000_000

/**
 * When all rows together would be taller than browsers can draw, the scrollbar still spans every row: one pixel of it
 * stands for many pixels of rows. Wheel and touch move the rows pixel by pixel.
 */
export function scrollScale({ count, rowHeight, height }: ScrollScaleOptions): ScrollScale {
  const total = count * rowHeight
  const size = Math.min(total, maxSize)
  const scaled = size < total && size > height
  return {
    size,
    scaled,
    maxOffset: Math.max(0, total - height),
    maxTop: Math.max(0, size - height),
  }
}
