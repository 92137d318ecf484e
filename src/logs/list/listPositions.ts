/** The position of `index` in a list, counted from the end if negative; `undefined` if there is none. As in `Array.at`. */
export function positionAt(index: number, length: number): number | undefined {
  const whole = Math.trunc(index) || 0
  const at = whole < 0 ? length + whole : whole
  return at < 0 || at >= length ? undefined : at
}

/** The first position of a slice and the position after its last one. As in `Array.slice`. */
export function sliceBounds(start: number, end: number, length: number): readonly [from: number, to: number] {
  const clamp = (index: number) => {
    const whole = Math.trunc(index) || 0
    return whole < 0 ? Math.max(0, length + whole) : Math.min(whole, length)
  }
  const from = clamp(start)
  return [from, Math.max(from, clamp(end))]
}
