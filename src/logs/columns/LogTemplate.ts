import {
  backslash,
  closeBrace,
  closeBracket,
  colon,
  comma,
  isPrimitive,
  openBrace,
  openBracket,
  quote,
} from '../../rpc/http/JsonSkipper.ts'
import { eightZeros, hexDigits, hexPairs } from './hex.ts'
import { JsonLiteral, type JsonBytes } from './JsonBytes.ts'
import type { LogSegmentBuilder } from './LogSegmentBuilder.ts'

const kinds = {
  blockNumber: 0,
  transactionIndex: 1,
  logIndex: 2,
  /** The last of the quantities. */
  blockTimestamp: 3,
  address: 4,
  topics: 5,
  data: 6,
  blockHash: 7,
  transactionHash: 8,
  removed: 9,
} as const
const optional: readonly number[] = [kinds.blockTimestamp, kinds.removed]
/** Values that are skipped: a string, and a number, boolean or `null`. */
const skippedString = 10
const skippedPrimitive = 11

/** Maximum bytes of one log: emitting as much data would take more gas than a transaction may use. */
export const maxLogBytes = 2 ** 23
/** Maximum bytes of a skipped value. */
const maxSkippedBytes = 65_536

interface Step {
  /** The text between the previous value and this one: braces, key, colon, quote. */
  readonly literal: JsonLiteral
  readonly kind: number
}

const [zero, x, f, t] = [48, 120, 102, 116]
const twoZeros = 0x3030
const key = new TextDecoder()

/**
 * The form in which a node writes its logs: keys, their order, and white space. A node writes all logs alike, so a
 * template learned from one log reads the others: it compares the text between values, and reads only the values.
 */
export class LogTemplate {
  readonly #steps: readonly Step[]
  /** The text after the last value. */
  readonly #end: JsonLiteral
  readonly #timed: boolean
  readonly #flagged: boolean

  private constructor(steps: readonly Step[], end: JsonLiteral) {
    this.#steps = steps
    this.#end = end
    this.#timed = steps.some(({ kind }) => kind === kinds.blockTimestamp)
    this.#flagged = steps.some(({ kind }) => kind === kinds.removed)
  }

  /** Learns the template of the log from `from` to `to`; `undefined` if its form has to be parsed. */
  static learn(json: JsonBytes, from: number, to: number): LogTemplate | undefined {
    const { bytes } = json
    const steps: Step[] = []
    const seen = new Set<number>()
    let literal = from
    let at = json.skipSpace(from + 1)
    for (;;) {
      const afterKey = json.skipValue(at)
      if (bytes[at] !== quote || afterKey < 0) return undefined
      const name = key.decode(bytes.subarray(at + 1, afterKey - 1))
      const separator = json.skipSpace(afterKey)
      const value = json.skipSpace(separator + 1)
      const end = json.skipValue(value)
      if (bytes[separator] !== colon || end < 0) return undefined
      const text = bytes[value] === quote
      const known = Object.hasOwn(kinds, name) ? kinds[name as keyof typeof kinds] : undefined
      let start = value
      let kind: number
      if (known === kinds.topics) {
        if (bytes[value] !== openBracket) return undefined
        kind = known
        start = value + 1
      } else if (known === kinds.removed) {
        kind = known
      } else if (known !== undefined) {
        if (!text || bytes[value + 1] !== zero || bytes[value + 2] !== x) return undefined
        kind = known
        start = value + 3
      } else if (text) {
        kind = skippedString
        start = value + 1
      } else if (bytes[value] === openBrace || bytes[value] === openBracket) return undefined
      else kind = skippedPrimitive
      if (known !== undefined) {
        if (seen.has(known)) return undefined
        seen.add(known)
      }
      steps.push({ literal: new JsonLiteral(bytes.slice(literal, start)), kind })
      literal = kind === kinds.removed || kind === skippedPrimitive ? end : end - 1
      if (kind === kinds.topics) literal = end
      at = json.skipSpace(end)
      if (bytes[at] === closeBrace) break
      if (bytes[at] !== comma) return undefined
      at = json.skipSpace(at + 1)
    }
    if (Object.values(kinds).some((kind) => !seen.has(kind) && !optional.includes(kind))) return undefined
    return new LogTemplate(steps, new JsonLiteral(bytes.slice(literal, to)))
  }

  /**
   * Reads the log at `at` into the builder's draft. Returns the position after it; -1 if it has another form, or is not a log.
   */
  read({ bytes, view }: JsonBytes, at: number, builder: LogSegmentBuilder): number {
    const { draft } = builder
    if (!this.#timed) draft.blockTimestamp = Number.NaN
    if (!this.#flagged) draft.removed = false
    let p = at
    const steps = this.#steps
    for (let step = 0; step < steps.length; step++) {
      const { literal, kind } = steps[step]!
      if (!literal.isAt(view, p)) return -1
      p += literal.length
      // Checked first, because most values are quantities.
      if (kind <= kinds.blockTimestamp) {
        p = readQuantity(bytes, p, kind, draft)
        if (p < 0) return -1
        continue
      }
      switch (kind) {
        case kinds.address:
          if (!draft.address.read(view, p, 3)) return -1
          p += 40
          break
        case kinds.topics:
          p = readTopics(bytes, view, p, draft)
          break
        case kinds.data:
          p = readData(bytes, view, p, builder)
          break
        case kinds.blockHash:
          if (!draft.blockHash.read(view, p, 0)) return -1
          p += 64
          break
        case kinds.transactionHash:
          if (!draft.transactionHash.read(view, p, 0)) return -1
          p += 64
          break
        case kinds.removed:
          p = readFlag(bytes, p, draft)
          break
        case skippedString:
          p = skipPlain(bytes, p)
          break
        case skippedPrimitive:
          // Stops before a value of another kind, which the next literal does not match.
          for (const end = p + maxSkippedBytes; p < end && isPrimitive(bytes[p]!);) p++
      }
      if (p < 0) return -1
    }
    const end = this.#end
    return end.isAt(view, p) ? p + end.length : -1
  }
}

type Draft = LogSegmentBuilder['draft']

function readTopics(bytes: Uint8Array, view: DataView, at: number, draft: Draft): number {
  let p = at
  let count = 0
  if (bytes[p] !== closeBracket)
    for (;;) {
      if (count === 4 || bytes[p] !== quote || bytes[p + 1] !== zero || bytes[p + 2] !== x) return -1
      if (!draft.topics[count]!.read(view, p + 3, 0) || bytes[p + 67] !== quote) return -1
      count++
      p += 68
      if (bytes[p] === closeBracket) break
      if (bytes[p] !== comma) return -1
      p++
    }
  draft.topicCount = count
  return p + 1
}

function readData(bytes: Uint8Array, view: DataView, at: number, builder: LogSegmentBuilder): number {
  // Logs of one event mostly have data of one length. If every digit before this quote is valid, it is the first quote.
  const guess = at + builder.draft.dataLength * 2
  if (bytes[guess] === quote && readBytes(view, at, guess, builder)) return guess
  const end = bytes.indexOf(quote, at)
  return end >= 0 && end - at <= maxLogBytes && (end - at) % 2 === 0 && readBytes(view, at, end, builder)
    ? end
    : -1
}

function readBytes(view: DataView, at: number, end: number, builder: LogSegmentBuilder): boolean {
  let p = at
  while (p + 8 <= end && view.getFloat64(p, true) === eightZeros) p += 8
  while (p < end && view.getUint16(p) === twoZeros) p += 2
  const stored = (end - p) / 2
  builder.reserve(stored)
  const { data, dataSize } = builder
  let all = 0
  for (let k = dataSize; p < end; p += 2, k++) {
    const byte = hexPairs[view.getUint16(p, true)]!
    all |= byte
    data[k] = byte
  }
  builder.draft.dataStored = stored
  builder.draft.dataLength = (end - at) / 2
  return all >= 0
}

/** Up to 14 digits: no valid number has more, and they are exact. */
function readQuantity(bytes: Uint8Array, at: number, kind: number, draft: Draft): number {
  let p = at
  let value = 0
  // At most seven digits fit into a shift.
  for (; p < at + 7; p++) {
    const digit = hexDigits[bytes[p]!]
    if (digit === undefined || digit > 15) break
    value = (value << 4) | digit
  }
  if (p === at) return -1
  if (p === at + 7)
    for (; p < at + 14; p++) {
      const digit = hexDigits[bytes[p]!]
      if (digit === undefined || digit > 15) break
      value = value * 16 + digit
    }
  if (value > Number.MAX_SAFE_INTEGER) return -1
  if (kind === kinds.blockNumber) draft.blockNumber = value
  else if (kind === kinds.blockTimestamp) draft.blockTimestamp = value
  else if (value > 0xffffffff) return -1
  else if (kind === kinds.logIndex) draft.logIndex = value
  else draft.transactionIndex = value
  return p
}

function readFlag(bytes: Uint8Array, at: number, draft: Draft): number {
  const word = bytes[at] === f ? 'false' : bytes[at] === t ? 'true' : 'null'
  for (let k = 0; k < word.length; k++) if (bytes[at + k] !== word.charCodeAt(k)) return -1
  draft.removed = word === 'true'
  return at + word.length
}

/** The end of a string without escapes. */
function skipPlain(bytes: Uint8Array, at: number): number {
  const end = Math.min(bytes.length, at + maxSkippedBytes)
  for (let p = at; p < end; p++) {
    if (bytes[p] === quote) return p
    if (bytes[p] === backslash) return -1
  }
  return -1
}
