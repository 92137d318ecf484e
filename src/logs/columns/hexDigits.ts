/**
 * The value of each ASCII hex digit, by character code, and 65,536 for every other character. Values of digits
 * can be shifted and joined four at a time, and one look at the high bits tells whether any was not hex.
 */
export const hexDigits: Int32Array = /* @__PURE__ */ table()

function table(): Int32Array {
  // 1 << 16 stays above four joined digits wherever in the four it stands.
  const digits = new Int32Array(256).fill(1 << 16)
  for (let value = 0; value < 16; value++) {
    const digit = value.toString(16)
    digits[digit.charCodeAt(0)] = value
    digits[digit.toUpperCase().charCodeAt(0)] = value
  }
  return digits
}
