/**
 * The byte that two hex digits make, by their character codes as a little-endian number; -1 for any other two
 * characters. Values can be joined, and the sign of the whole tells whether any was no hex.
 */
export const hexPairs: Int16Array = /* @__PURE__ */ table()

function table(): Int16Array {
  const pairs = new Int16Array(65_536).fill(-1)
  const digits = Array.from('0123456789abcdefABCDEF', (digit) => ({
    code: digit.charCodeAt(0),
    value: Number.parseInt(digit, 16),
  }))
  for (const high of digits)
    for (const low of digits) pairs[high.code | (low.code << 8)] = high.value * 16 + low.value
  return pairs
}
