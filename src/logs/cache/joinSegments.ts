import type { LogSegment } from '../LogSegment.ts'
import { LogSegmentBuilder } from '../LogSegmentBuilder.ts'

/** One new segment of the logs of others, without a detour through text. */
export function joinSegments(segments: readonly LogSegment[]): LogSegment {
  const builder = new LogSegmentBuilder()
  for (const segment of segments)
    for (let index = 0; index < segment.length; index++) copyLog(builder, segment, index)
  return builder.finish()
}

function copyLog(builder: LogSegmentBuilder, { columns }: LogSegment, index: number): void {
  const { draft } = builder
  const { shortWords, longWords, stride } = columns
  const tx = columns.logTxs[index]!
  const block = columns.txBlocks[tx]!
  const flags = columns.logFlags[index]!
  draft.blockNumber = columns.blockNumbers[block]!
  draft.blockTimestamp = columns.blockTimestamps[block] ?? Number.NaN
  draft.transactionIndex = columns.txIndexes[tx]!
  draft.logIndex = columns.logIndexes[index]!
  draft.topicCount = flags & 7
  draft.removed = (flags & 8) !== 0
  copyWords(columns.blockHashes, block * 8, 8, draft.blockHash, 0)
  copyWords(columns.txHashes, tx * 8, 8, draft.transactionHash, 0)
  copyWords(shortWords, columns.logAddresses[index]! * 5, 5, draft.address, 0)
  for (let position = 0; position < draft.topicCount; position++) {
    const reference = columns.logTopics[index * stride + position]!
    const at = position * 8
    if (reference & 1) {
      draft.topics.fill(0, at, at + 3)
      copyWords(shortWords, (reference >>> 1) * 5, 5, draft.topics, at + 3)
    } else copyWords(longWords, (reference >>> 1) * 8, 8, draft.topics, at)
  }
  const from = index === 0 ? 0 : columns.dataEnds[index - 1]!
  const to = columns.dataEnds[index]!
  builder.reserve(to - from)
  builder.data.set(columns.data.subarray(from, to), builder.dataSize)
  draft.dataLength = columns.dataLengths[index]!
  draft.dataStored = to - from
  builder.commit()
}

function copyWords(from: Uint32Array, at: number, count: number, to: Uint32Array, toAt: number): void {
  for (let k = 0; k < count; k++) to[toAt + k] = from[at + k]!
}
