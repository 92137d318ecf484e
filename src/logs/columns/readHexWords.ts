import { hexPairs } from './hexPairs.ts'

/** Reads hex into 32-bit words; `false` when some of it is none. */
export function readHexWords(
  view: DataView,
  at: number,
  into: Uint32Array,
  to: number,
  count: number,
): boolean {
  // Beyond the end there is nothing, which must not pass for zeros.
  if (at + count * 8 > view.byteLength) return false
  let all = 0
  let p = at
  for (let k = to; k < to + count; k++) {
    const high = view.getInt32(p, true)
    const low = view.getInt32(p + 4, true)
    const a = hexPairs[high & 0xffff]!
    const b = hexPairs[high >>> 16]!
    const c = hexPairs[low & 0xffff]!
    const d = hexPairs[low >>> 16]!
    all |= a | b | c | d
    into[k] = (a << 24) | (b << 16) | (c << 8) | d
    p += 8
  }
  return all >= 0
}
