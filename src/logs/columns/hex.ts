import type { Hex } from 'viem'

/**
 * The value of each ASCII hex digit, by character code, and 65,536 for every other character. Values of digits can be
 * shifted and joined four at a time: the high bits then show whether any character was not hex.
 */
export const hexDigits: Int32Array = /* @__PURE__ */ digitTable()

function digitTable(): Int32Array {
  // 1 << 16 stays above four joined digits, whichever of the four it is.
  const digits = new Int32Array(256).fill(1 << 16)
  for (let value = 0; value < 16; value++) {
    const digit = value.toString(16)
    digits[digit.charCodeAt(0)] = value
    digits[digit.toUpperCase().charCodeAt(0)] = value
  }
  return digits
}

/**
 * The byte of two hex digits, by their character codes as a little-endian number; -1 for any other two characters.
 * Values can be joined: the sign of the result shows whether any character was not hex.
 */
export const hexPairs: Int16Array = /* @__PURE__ */ pairTable()

function pairTable(): Int16Array {
  const pairs = new Int16Array(65_536).fill(-1)
  const digits = Array.from('0123456789abcdefABCDEF', (digit) => ({
    code: digit.charCodeAt(0),
    value: Number.parseInt(digit, 16),
  }))
  for (const high of digits)
    for (const low of digits) pairs[high.code | (low.code << 8)] = high.value * 16 + low.value
  return pairs
}

/**
 * "00000000" as a float. Read as floats, eight characters compare as fast as one. Digits never make a `NaN` or a zero,
 * so equal floats mean equal text.
 */
export const eightZeros: number = /* @__PURE__ */ new DataView(
  /* @__PURE__ */ new Uint8Array(8).fill(48).buffer,
).getFloat64(0)

/** Reads hex into 32-bit words. Returns `false` if any of it is not hex. */
export function readHexWords(
  view: DataView,
  at: number,
  into: Uint32Array,
  to: number,
  count: number,
): boolean {
  // Missing bytes at the end must not pass for zeros.
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

/** Whether two hashes, of eight words each, are the same. */
export function isSameHash(a: Uint32Array, at: number, b: Uint32Array, other: number): boolean {
  for (let k = 0; k < 8; k++) if (a[at + k] !== b[other + k]) return false
  return true
}

/** Copies a hash: for eight words, a call of `set` would take longer. */
export function copyHash(from: Uint32Array, at: number, to: Uint32Array, end: number): void {
  for (let k = 0; k < 8; k++) to[end + k] = from[at + k]!
}

const byteTexts: readonly string[] = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
)

/** Hex as 32-bit words, the highest first. */
export function hexToWords(hex: Hex): Uint32Array {
  return Uint32Array.from({ length: (hex.length - 2) / 8 }, (_, k) =>
    Number.parseInt(hex.slice(2 + k * 8, 10 + k * 8), 16),
  )
}

/** 32-bit words, the highest first, as hex. */
export function wordsToHex(words: Uint32Array, at: number, count: number): Hex {
  let hex = '0x'
  for (let k = at; k < at + count; k++) {
    const word = words[k]!
    hex +=
      byteTexts[word >>> 24]! +
      byteTexts[(word >>> 16) & 255]! +
      byteTexts[(word >>> 8) & 255]! +
      byteTexts[word & 255]!
  }
  return hex as Hex
}

/** The bytes from `from` up to `to` as hex, with `zeros` zero bytes before them. */
export function bytesToHex(bytes: Uint8Array, from = 0, to = bytes.length, zeros = 0): Hex {
  let hex = zeros > 0 ? `0x${'00'.repeat(zeros)}` : '0x'
  for (let k = from; k < to; k++) hex += byteTexts[bytes[k]!]!
  return hex as Hex
}
