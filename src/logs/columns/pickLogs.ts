import { LogSegment } from './LogSegment.ts'
import { createSegmentBuffer } from './segmentLayout.ts'

/** Copies some logs of a segment, at ascending indexes, to a new one. Copies words and hashes by id, without comparing them. */
export function pickLogs({ columns: from }: LogSegment, indexes: ArrayLike<number>): LogSegment {
  const { length } = indexes
  const { stride } = from
  const txs = new Renumbering(from.txIndexes.length)
  const blocks = new Renumbering(from.blockNumbers.length)
  const shortWords = new Renumbering(from.shortWords.length / 5)
  const longWords = new Renumbering(from.longWords.length / 8)
  let dataBytes = 0
  let maxLogIndex = 0
  let maxDataLength = 0
  for (let k = 0; k < length; k++) {
    const index = indexes[k]!
    const tx = from.logTxs[index]!
    txs.take(tx)
    blocks.take(from.txBlocks[tx]!)
    shortWords.take(from.logAddresses[index]!)
    const first = index * stride
    const topics = from.logFlags[index]! & 7
    for (let position = 0; position < topics; position++) {
      const reference = from.logTopics[first + position]!
      ;(reference & 1 ? shortWords : longWords).take(reference >>> 1)
    }
    dataBytes += from.dataEnds[index]! - dataStart(from.dataEnds, index)
    maxLogIndex = Math.max(maxLogIndex, from.logIndexes[index]!)
    maxDataLength = Math.max(maxDataLength, from.dataLengths[index]!)
  }
  const { buffer, columns: to } = createSegmentBuffer({
    length,
    stride,
    blocks: blocks.size,
    timestamps: from.blockTimestamps.length > 0 ? blocks.size : 0,
    txs: txs.size,
    shortWords: shortWords.size,
    longWords: longWords.size,
    dataBytes,
    maxLogIndex,
    maxDataLength,
  })
  blocks.move(from.blockNumbers, to.blockNumbers, 1)
  if (to.blockTimestamps.length > 0) blocks.move(from.blockTimestamps, to.blockTimestamps, 1)
  blocks.move(from.blockHashes, to.blockHashes, 8)
  txs.move(from.txHashes, to.txHashes, 8)
  txs.move(from.txIndexes, to.txIndexes, 1)
  for (const [tx, old] of txs.taken().entries()) to.txBlocks[tx] = blocks.numberOf(from.txBlocks[old]!)
  shortWords.move(from.shortWords, to.shortWords, 5)
  longWords.move(from.longWords, to.longWords, 8)
  let end = 0
  for (let k = 0; k < length; k++) {
    const index = indexes[k]!
    to.logTxs[k] = txs.numberOf(from.logTxs[index]!)
    to.logIndexes[k] = from.logIndexes[index]!
    to.logAddresses[k] = shortWords.numberOf(from.logAddresses[index]!)
    const topics = from.logFlags[index]! & 7
    for (let position = 0; position < topics; position++) {
      const reference = from.logTopics[index * stride + position]!
      const isShort = reference & 1
      to.logTopics[k * stride + position] =
        (isShort ? shortWords : longWords).numberOf(reference >>> 1) * 2 + isShort
    }
    to.logFlags[k] = from.logFlags[index]!
    to.dataLengths[k] = from.dataLengths[index]!
    const start = dataStart(from.dataEnds, index)
    // For the few bytes of most logs, a loop is faster than `set` with a view.
    for (let at = start; at < from.dataEnds[index]!; at++) to.data[end++] = from.data[at]!
    to.dataEnds[k] = end
  }
  return LogSegment.fromColumns(buffer, to)
}

function dataStart(dataEnds: Uint32Array, index: number): number {
  return index === 0 ? 0 : dataEnds[index - 1]!
}

/** Gives the used entries of a table new ids, in the order of their first use. */
class Renumbering {
  size = 0
  /** New id plus one, by old id. */
  readonly #numbers: Uint32Array
  readonly #taken: Uint32Array

  constructor(count: number) {
    this.#numbers = new Uint32Array(count)
    this.#taken = new Uint32Array(count)
  }

  take(old: number): void {
    if (this.#numbers[old] !== 0) return
    this.#taken[this.size] = old
    this.#numbers[old] = ++this.size
  }

  numberOf(old: number): number {
    return this.#numbers[old]! - 1
  }

  taken(): Uint32Array {
    return this.#taken.subarray(0, this.size)
  }

  move(from: ArrayLike<number>, to: { [index: number]: number }, width: number): void {
    for (let number = 0; number < this.size; number++) {
      const old = this.#taken[number]! * width
      for (let k = 0; k < width; k++) to[number * width + k] = from[old + k]!
    }
  }
}
