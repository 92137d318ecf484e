/** Indexes to sort in one slice. */
const run = 2048

/**
 * The indexes 0 to `length - 1` in the order of `compare`. Stable. Works in slices, so that it does not block the
 * page.
 */
export function* sortIndexes(
  length: number,
  compare: (a: number, b: number) => number,
): Generator<undefined, Uint32Array> {
  let sorted = new Uint32Array(length)
  for (let at = 0; at < length; at++) sorted[at] = at
  for (let from = 0; from < length; from += run) {
    sorted.subarray(from, from + run).sort(compare)
    if (from + run < length) yield
  }
  let merged = new Uint32Array(length)
  for (let width = run; width < length; width *= 2) {
    for (let from = 0; from < length; from += 2 * width) {
      const middle = Math.min(from + width, length)
      const to = Math.min(middle + width, length)
      let [left, right] = [from, middle]
      for (let at = from; at < to; at++) {
        const isLeft = left < middle && (right >= to || compare(sorted[left]!, sorted[right]!) <= 0)
        merged[at] = sorted[isLeft ? left++ : right++]!
        if ((at & 0x3fff) === 0x3fff) yield
      }
    }
    ;[sorted, merged] = [merged, sorted]
  }
  return sorted
}
