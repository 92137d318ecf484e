import { LogSegment } from './LogSegment.ts'
import { createSegmentBuffer, type SegmentColumns, type SegmentSizes } from './segmentLayout.ts'

/** Copies some logs of a segment, at ascending indexes, to a new one. Copies words and hashes by id, without comparing them. */
export function pickLogs({ columns }: LogSegment, indexes: ArrayLike<number>): LogSegment {
  const copy = new LogCopy(columns, indexes)
  const { buffer, columns: to } = createSegmentBuffer(copy.numberEntries())
  copy.copyTables(to)
  copy.copyLogs(to)
  return LogSegment.fromColumns(buffer, to)
}

class LogCopy {
  readonly #from: SegmentColumns
  readonly #indexes: ArrayLike<number>
  readonly #txs: Renumbering
  readonly #blocks: Renumbering
  readonly #shortWords: Renumbering
  readonly #longWords: Renumbering

  constructor(from: SegmentColumns, indexes: ArrayLike<number>) {
    this.#from = from
    this.#indexes = indexes
    this.#txs = new Renumbering(from.txIndexes.length)
    this.#blocks = new Renumbering(from.blockNumbers.length)
    this.#shortWords = new Renumbering(from.shortWords.length / 5)
    this.#longWords = new Renumbering(from.longWords.length / 8)
  }

  /** Numbers the entries that the logs use, and returns the sizes of their segment. */
  numberEntries(): SegmentSizes {
    const [from, indexes] = [this.#from, this.#indexes]
    const [txs, blocks, shortWords, longWords] = [this.#txs, this.#blocks, this.#shortWords, this.#longWords]
    const { stride } = from
    const { length } = indexes
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
    return {
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
    }
  }

  /** Copies blocks, transactions and words. */
  copyTables(to: SegmentColumns): void {
    const from = this.#from
    this.#blocks.move(from.blockNumbers, to.blockNumbers, 1)
    if (to.blockTimestamps.length > 0) this.#blocks.move(from.blockTimestamps, to.blockTimestamps, 1)
    this.#blocks.move(from.blockHashes, to.blockHashes, 8)
    this.#txs.move(from.txHashes, to.txHashes, 8)
    this.#txs.move(from.txIndexes, to.txIndexes, 1)
    for (const [tx, old] of this.#txs.taken().entries())
      to.txBlocks[tx] = this.#blocks.numberOf(from.txBlocks[old]!)
    this.#shortWords.move(from.shortWords, to.shortWords, 5)
    this.#longWords.move(from.longWords, to.longWords, 8)
  }

  copyLogs(to: SegmentColumns): void {
    const [from, indexes] = [this.#from, this.#indexes]
    const [txs, shortWords, longWords] = [this.#txs, this.#shortWords, this.#longWords]
    const { stride } = from
    let end = 0
    for (let k = 0; k < indexes.length; k++) {
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
  }
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
