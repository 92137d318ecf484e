import type { Hex } from 'viem'

const pairs: readonly string[] = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
)

/** Big-endian 32-bit words as hex. */
export function wordsToHex(words: Uint32Array, at: number, count: number): Hex {
  let hex = '0x'
  for (let k = at; k < at + count; k++) {
    const word = words[k]!
    hex += pairs[word >>> 24]! + pairs[(word >>> 16) & 255]! + pairs[(word >>> 8) & 255]! + pairs[word & 255]!
  }
  return hex as Hex
}

/** The bytes from `from` up to `to` as hex, with `zeros` zero bytes before them. */
export function bytesToHex(bytes: Uint8Array, from: number, to: number, zeros: number): Hex {
  let hex = zeros > 0 ? `0x${'00'.repeat(zeros)}` : '0x'
  for (let k = from; k < to; k++) hex += pairs[bytes[k]!]!
  return hex as Hex
}
