import type { BlockInterval } from '../Coverage.ts'
import type { DraftWord } from '../columns/DraftWord.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import { LogSegmentBuilder } from '../columns/LogSegmentBuilder.ts'
import type { LogColumns } from './archiveSchema.ts'

const max32 = 0xffffffff

/**
 * Packs rows of a file. `undefined` if they are not logs of these blocks: a malformed value, two logs with one index, or two
 * hashes of one block.
 */
export function packRows(columns: LogColumns, blocks: BlockInterval): LogSegment | undefined {
  const { length } = columns.address
  const numbers = Float64Array.from({ length }, (_, row) => Number(columns.block_number[row]))
  const indexes = Float64Array.from({ length }, (_, row) => Number(columns.log_index[row]))
  const [from, to] = [Number(blocks.from), Number(blocks.to)]
  for (let row = 0; row < length; row++)
    if (!(numbers[row]! >= from && numbers[row]! <= to) || !isIndex(indexes[row]!)) return undefined
  // In the order of the chain, so that logs of a transaction follow each other.
  const order = Uint32Array.from({ length }, (_, row) => row).sort(
    (a, b) => numbers[a]! - numbers[b]! || indexes[a]! - indexes[b]!,
  )
  const builder = new LogSegmentBuilder()
  const { draft } = builder
  let last = -1
  for (const row of order) {
    const topics = topicsOf(columns, row)
    const data = columns.data[row]
    const transactionIndex = Number(columns.transaction_index[row])
    if (!topics || !(data instanceof Uint8Array) || !isIndex(transactionIndex)) return undefined
    if (!readWord(columns.address[row], draft.address, 3)) return undefined
    for (const [position, topic] of topics.entries())
      if (!readWord(topic, draft.topics[position]!, 0)) return undefined
    if (!readWord(columns.transaction_hash[row], draft.transactionHash, 0)) return undefined
    if (!readWord(columns.block_hash[row], draft.blockHash, 0)) return undefined
    const isSameBlock = last >= 0 && numbers[last] === numbers[row]
    if (isSameBlock && indexes[last] === indexes[row]) return undefined
    if (isSameBlock && !isEqual(columns.block_hash[last], columns.block_hash[row])) return undefined
    last = row
    const timestamp = columns.block_timestamp[row]
    draft.blockNumber = numbers[row]!
    draft.blockTimestamp = timestamp === null || timestamp === undefined ? Number.NaN : Number(timestamp)
    draft.logIndex = indexes[row]!
    draft.transactionIndex = transactionIndex
    draft.topicCount = topics.length
    let zeros = 0
    while (zeros < data.length && data[zeros] === 0) zeros++
    draft.dataLength = data.length
    draft.dataStored = data.length - zeros
    builder.reserve(draft.dataStored)
    builder.data.set(data.subarray(zeros), builder.dataSize)
    builder.commit()
  }
  return builder.finish()
}

/** The topics of a row; `undefined` if there is one behind a missing one. */
function topicsOf(columns: LogColumns, row: number): readonly unknown[] | undefined {
  const all = [columns.topic0[row], columns.topic1[row], columns.topic2[row], columns.topic3[row]]
  const isMissing = (topic: unknown) => topic === null || topic === undefined
  const found = all.findIndex(isMissing)
  const count = found < 0 ? all.length : found
  return all.slice(count).every(isMissing) ? all.slice(0, count) : undefined
}

function isIndex(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max32
}

function readWord(value: unknown, into: DraftWord, first: number): boolean {
  if (!(value instanceof Uint8Array) || value.length !== 32 - first * 4) return false
  into.changed()
  into.words.fill(0, 0, first)
  for (let k = first, at = 0; k < 8; k++, at += 4)
    into.words[k] = (value[at]! << 24) | (value[at + 1]! << 16) | (value[at + 2]! << 8) | value[at + 3]!
  return true
}

function isEqual(a: unknown, b: unknown): boolean {
  return (
    a instanceof Uint8Array &&
    b instanceof Uint8Array &&
    a.length === b.length &&
    a.every((byte, at) => byte === b[at])
  )
}
