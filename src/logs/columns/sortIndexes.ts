/** Indexes to move between two yields. */
const slice = 2 ** 14
const digits = 2 ** 11

/**
 * The indexes of rows in ascending order of the first column, then of the next ones. Columns hold integers below 2^53.
 * Stable. A radix sort, in time proportional to the rows, in slices that do not block the page.
 */
export function* sortIndexes(columns: readonly Float64Array[]): Generator<undefined, Uint32Array> {
  const length = columns[0]?.length ?? 0
  let sorted = new Uint32Array(length)
  for (let row = 0; row < length; row++) sorted[row] = row
  let moved = new Uint32Array(length)
  for (const column of columns.toReversed()) {
    let min = Number.POSITIVE_INFINITY
    let max = Number.NEGATIVE_INFINITY
    for (let row = 0; row < length; row++) {
      if (column[row]! < min) min = column[row]!
      if (column[row]! > max) max = column[row]!
    }
    for (let unit = 1; unit <= max - min; unit *= digits) {
      const ends = new Uint32Array(digits)
      for (let row = 0; row < length; row++) {
        ends[((column[row]! - min) / unit) & (digits - 1)]!++
        if (row % slice === slice - 1) yield
      }
      let next = 0
      for (let digit = 0; digit < digits; digit++) {
        const count = ends[digit]!
        ends[digit] = next
        next += count
      }
      for (let at = 0; at < length; at++) {
        const row = sorted[at]!
        moved[ends[((column[row]! - min) / unit) & (digits - 1)]!++] = row
        if (at % slice === slice - 1) yield
      }
      ;[sorted, moved] = [moved, sorted]
    }
  }
  return sorted
}
