import { backslash, closeBrace, closeBracket, comma, openBrace, openBracket, quote } from './JsonSkipper.ts'

/** Bytes to scan between two yields. */
const sliceBytes = 262_144

/**
 * Splits a batch into the bytes of its replies; `undefined` if it is not a list of objects, or has more than
 * `maxReplies`.
 */
export function* splitReplies(
  bytes: Uint8Array,
  maxReplies: number,
): Generator<undefined, Uint8Array[] | undefined> {
  const parts: Uint8Array[] = []
  let depth = 0
  let start = 0
  let ended = false
  let pauseAt = sliceBytes
  for (let at = 0; at < bytes.length; at++) {
    if (at >= pauseAt) {
      pauseAt = at + sliceBytes
      yield
    }
    const code = bytes[at]!
    if (code <= 32) continue
    if (ended) return undefined
    if (code === quote) {
      if (depth < 2) return undefined
      for (at++; at < bytes.length && bytes[at] !== quote; at++) if (bytes[at] === backslash) at++
    } else if (code === openBrace || code === openBracket) {
      if (code !== (depth === 0 ? openBracket : depth === 1 ? openBrace : code)) return undefined
      if (++depth === 2) start = at
    } else if (code === closeBrace || code === closeBracket) {
      if (--depth === 1) parts.push(bytes.subarray(start, at + 1))
      if (parts.length > maxReplies) return undefined
      ended = depth === 0
    } else if (depth === 0 || (depth === 1 && code !== comma)) return undefined
  }
  return ended ? parts : undefined
}
