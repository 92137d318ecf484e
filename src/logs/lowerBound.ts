/**
 * Binary search: the first index below `length` for which `isBefore` is false, or `length`. All indexes for which it is
 * true must come first.
 */
export function lowerBound(length: number, isBefore: (index: number) => boolean): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}
