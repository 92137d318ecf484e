/**
 * Hex into 32-bit words, four digits at a time in one register: a digit's value is its low nibble, and 9 more for
 * letters. Written back as text, the values must give what was read; otherwise something was no hex.
 */
export function readHexWords(
  view: DataView,
  at: number,
  into: Uint32Array,
  to: number,
  count: number,
): boolean {
  // Beyond the end there is nothing, which must not pass for zeros.
  if (at + count * 8 > view.byteLength) return false
  let bad = 0
  let p = at
  for (let k = to; k < to + count; k++) {
    const a = view.getInt32(p)
    const b = view.getInt32(p + 4)
    const high = (a & 0x0f0f0f0f) + ((a >>> 6) & 0x01010101) * 9
    const low = (b & 0x0f0f0f0f) + ((b >>> 6) & 0x01010101) * 9
    const highLetters = ((high + 0x06060606) >>> 4) & 0x01010101
    const lowLetters = ((low + 0x06060606) >>> 4) & 0x01010101
    bad |=
      ((high + 0x30303030 + highLetters * 0x27) ^ (a | (highLetters << 5))) |
      ((low + 0x30303030 + lowLetters * 0x27) ^ (b | (lowLetters << 5))) |
      ((high | low) & 0x10101010)
    const x = high | (high >>> 4)
    const y = low | (low >>> 4)
    into[k] = ((x & 0xff0000) << 8) | ((x & 0xff) << 16) | ((y & 0xff0000) >>> 8) | (y & 0xff)
    p += 8
  }
  return bad === 0
}
