import type { DraftWord } from './DraftWord.ts'
import { hexDigits } from './hex.ts'
import type { LogSegmentBuilder } from './LogSegmentBuilder.ts'

const max32 = 0xffffffff

/**
 * Writes a log, a `RawLog` or one in JSON-RPC form, into the builder's draft. Returns `false` if it does not have the
 * shape of a log, and must not be committed.
 */
export function draftLog(builder: LogSegmentBuilder, log: unknown): boolean {
  if (typeof log !== 'object' || log === null) return false
  const fields = log as Readonly<Record<string, unknown>>
  const { draft } = builder
  const { topics, removed } = fields
  if (removed !== undefined && removed !== null && typeof removed !== 'boolean') return false
  if (!Array.isArray(topics) || topics.length > 4) return false
  draft.removed = removed === true
  draft.topicCount = topics.length
  if (!readWord(fields['address'], draft.address, 3)) return false
  for (let position = 0; position < topics.length; position++)
    if (!readWord(topics[position], draft.topics[position]!, 0)) return false
  if (!readWord(fields['blockHash'], draft.blockHash, 0)) return false
  if (!readWord(fields['transactionHash'], draft.transactionHash, 0)) return false
  draft.blockNumber = quantity(fields['blockNumber'], Number.MAX_SAFE_INTEGER)
  draft.transactionIndex = quantity(fields['transactionIndex'], max32)
  draft.logIndex = quantity(fields['logIndex'], max32)
  if (draft.blockNumber < 0 || draft.transactionIndex < 0 || draft.logIndex < 0) return false
  // A log with a malformed timestamp is kept: the timestamp can be read from the block.
  const timestamp = quantity(fields['blockTimestamp'], Number.MAX_SAFE_INTEGER)
  draft.blockTimestamp = timestamp < 0 ? Number.NaN : timestamp
  return data(fields['data'], builder)
}

/** A number, bigint or JSON-RPC quantity as a number; -1 for anything else, or above `max`. */
function quantity(value: unknown, max: number): number {
  // No valid number has more than 16 digits.
  const number =
    typeof value === 'string'
      ? value.length <= 18 && /^0x[0-9a-f]+$/i.test(value)
        ? Number(value)
        : -1
      : typeof value === 'bigint' || typeof value === 'number'
        ? Number(value)
        : -1
  return Number.isInteger(number) && number >= 0 && number <= max ? number : -1
}

function isHex(value: unknown): value is string {
  return typeof value === 'string' && value.charCodeAt(0) === 48 && (value.charCodeAt(1) | 32) === 120
}

function readWord(value: unknown, into: DraftWord, first: number): boolean {
  if (!isHex(value) || value.length !== 66 - first * 8) return false
  into.changed()
  let bad = 0
  for (let k = first, p = 2; k < 8; k++, p += 8) {
    const high = four(value, p)
    const low = four(value, p + 4)
    bad |= high | low
    into.words[k] = (high << 16) | low
  }
  return bad >>> 16 === 0
}

function four(hex: string, at: number): number {
  return (digit(hex, at) << 12) | (digit(hex, at + 1) << 8) | (digit(hex, at + 2) << 4) | digit(hex, at + 3)
}

/** The value of a hex digit; a large number for any other character. */
function digit(hex: string, at: number): number {
  const code = hex.charCodeAt(at)
  return code < 256 ? hexDigits[code]! : 1 << 16
}

function data(value: unknown, builder: LogSegmentBuilder): boolean {
  if (!isHex(value) || value.length % 2 !== 0) return false
  const length = (value.length - 2) / 2
  let p = 2
  while (p < value.length && value.charCodeAt(p) === 48 && value.charCodeAt(p + 1) === 48) p += 2
  const stored = (value.length - p) / 2
  builder.reserve(stored)
  let bad = 0
  for (let k = builder.dataSize; p < value.length; p += 2, k++) {
    const byte = (digit(value, p) << 4) | digit(value, p + 1)
    bad |= byte
    builder.data[k] = byte
  }
  builder.draft.dataLength = length
  builder.draft.dataStored = stored
  return bad >>> 8 === 0
}
