import type { DraftWord } from './DraftWord.ts'
import type { LogSegment } from './LogSegment.ts'
import { LogSegmentBuilder } from './LogSegmentBuilder.ts'
import { countLogs, type LogSelection } from './LogSelection.ts'

/** Joins logs into a new segment, without converting them to text. */
export function joinSegments(parts: readonly (LogSegment | LogSelection)[]): LogSegment {
  const builder = new LogSegmentBuilder()
  for (const part of parts) {
    const selection = 'segment' in part ? part : { segment: part, rows: undefined }
    const { segment, rows } = selection
    const count = countLogs(selection)
    for (let at = 0; at < count; at++) copyLog(builder, segment, rows ? rows[at]! : at)
  }
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
  copyWord(columns.blockHashes, block * 8, draft.blockHash, 0)
  copyWord(columns.txHashes, tx * 8, draft.transactionHash, 0)
  copyWord(shortWords, columns.logAddresses[index]! * 5, draft.address, 3)
  for (let position = 0; position < draft.topicCount; position++) {
    const reference = columns.logTopics[index * stride + position]!
    const topic = draft.topics[position]!
    if (reference & 1) copyWord(shortWords, (reference >>> 1) * 5, topic, 3)
    else copyWord(longWords, (reference >>> 1) * 8, topic, 0)
  }
  const from = index === 0 ? 0 : columns.dataEnds[index - 1]!
  const to = columns.dataEnds[index]!
  builder.reserve(to - from)
  builder.data.set(columns.data.subarray(from, to), builder.dataSize)
  draft.dataLength = columns.dataLengths[index]!
  draft.dataStored = to - from
  builder.commit()
}

/** Copies a value whose first `first` words are zero and not stored. */
function copyWord(from: Uint32Array, at: number, into: DraftWord, first: number): void {
  into.changed()
  into.words.fill(0, 0, first)
  for (let k = first, p = at; k < 8; k++, p++) into.words[k] = from[p]!
}
