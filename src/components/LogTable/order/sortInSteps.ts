/** A stable in-place sort that yields every few thousand comparisons, so that the page stays responsive. */
export function* sortInSteps(items: Uint32Array, compare: (a: number, b: number) => number): Generator<void> {
  let from: Uint32Array = items
  let to: Uint32Array = new Uint32Array(items.length)
  let left = slice
  for (let width = 1; width < items.length; width *= 2) {
    for (let start = 0; start < items.length; start += width * 2) {
      const middle = Math.min(start + width, items.length)
      const end = Math.min(start + width * 2, items.length)
      let a = start
      let b = middle
      for (let at = start; at < end; at++) {
        if (--left === 0) {
          left = slice
          yield
        }
        to[at] = b >= end || (a < middle && compare(from[a]!, from[b]!) <= 0) ? from[a++]! : from[b++]!
      }
    }
    ;[from, to] = [to, from]
  }
  if (from !== items) items.set(from)
}

const slice = 4_000
