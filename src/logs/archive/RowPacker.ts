import { LogSegment } from '../columns/LogSegment.ts'
import { createSegmentBuffer } from '../columns/segmentLayout.ts'
import { WordTable } from '../columns/WordTable.ts'
import type { BlockInterval } from '../Coverage.ts'
import { ByteColumn } from '../parquet/ByteColumn.ts'
import type { ColumnPart } from '../parquet/ByteColumn.ts'
import type { LogColumnName } from './archiveSchema.ts'
import { copyRows } from './copyRows.ts'
import type { RowEnds } from './copyRows.ts'
import { Rows, rowWords, viewOf } from './Rows.ts'
import { sortRows } from './sortRows.ts'
import type { SortedRows } from './sortRows.ts'
import { TopicBatch } from './TopicBatch.ts'

const max32 = 0xffffffff
/** Rows per bucket if they are spread evenly, and the most buckets. */
const rowsPerBucket = 2 ** 12
const maxBuckets = 512

/** The same rows of each column. */
type PagedColumns = Readonly<Record<LogColumnName, readonly ColumnPart[]>>

/** A part of a column of byte strings. */
interface BytePart extends ColumnPart {
  readonly page: ByteColumn
}

/** Packs the rows of a file, added slice by slice, into a segment in the order of the chain. */
export class RowPacker {
  readonly #from: number
  readonly #to: number
  readonly #shortWords = new WordTable(5)
  readonly #longWords = new WordTable(8)
  readonly #topics = new TopicBatch(this.#shortWords, this.#longWords)
  readonly #word = new Uint32Array(5)
  /** The slice that is being added. */
  readonly #slice = new Rows(0)
  /** All rows, a range of blocks in each bucket: sorting and copying few rows at a time stays in the processor's caches. */
  readonly #buckets: readonly Rows[]
  readonly #blocksPerBucket: number
  #stride = 0
  #hasTimestamps = false
  #maxDataLength = 0
  #maxLogIndex = 0

  /**
   * @param blocks The blocks that the rows may be of.
   * @param count The approximate number of rows.
   */
  constructor({ from, to }: BlockInterval, count: number) {
    this.#from = Number(from)
    this.#to = Number(to)
    const buckets = Math.min(maxBuckets, Math.ceil(count / rowsPerBucket) || 1)
    this.#buckets = Array.from({ length: buckets }, () => new Rows(Math.min(count, rowsPerBucket * 1.25)))
    this.#blocksPerBucket = (this.#to - this.#from + 1) / buckets
  }

  /** Adds rows. `false` if they are not logs of these blocks: the packer cannot be used afterwards. */
  add(columns: PagedColumns): boolean {
    const { address, block_hash: blockHash, transaction_hash: transactionHash, data } = columns
    const topics = [columns.topic0, columns.topic1, columns.topic2, columns.topic3]
    if (!hasBytes(address) || !hasBytes(blockHash) || !hasBytes(transactionHash)) return false
    if (!hasBytes(data) || !topics.every(hasBytes)) return false
    this.#slice.reset(address.reduce((sum, { from, to }) => sum + to - from, 0))
    return (
      this.#setNumbers(columns) &&
      setHashes(this.#slice, blockHash, rowWords.blockHash) &&
      setHashes(this.#slice, transactionHash, rowWords.transactionHash) &&
      this.#setAddresses(address) &&
      topics.every((parts, position) => this.#setTopics(parts, position)) &&
      this.#moveToBuckets(data)
    )
  }

  #setNumbers(columns: PagedColumns): boolean {
    const { length, blockNumbers, blockTimestamps, words } = this.#slice
    copyNumbers(columns.block_number, blockNumbers)
    copyNumbers(columns.block_timestamp, blockTimestamps)
    const logIndexes = copyNumbers(columns.log_index, new Float64Array(length))
    const transactionIndexes = copyNumbers(columns.transaction_index, new Float64Array(length))
    for (let row = 0, at = 0; row < length; row++, at += rowWords.all) {
      const number = blockNumbers[row]!
      if (!(Number.isInteger(number) && number >= this.#from && number <= this.#to)) return false
      const logIndex = logIndexes[row]!
      const transactionIndex = transactionIndexes[row]!
      if (!isIndex(logIndex) || !isIndex(transactionIndex)) return false
      words[at + rowWords.logIndex] = logIndex
      words[at + rowWords.transactionIndex] = transactionIndex
      if (logIndex > this.#maxLogIndex) this.#maxLogIndex = logIndex
      const timestamp = blockTimestamps[row]!
      if (Number.isNaN(timestamp)) continue
      if (!(Number.isSafeInteger(timestamp) && timestamp >= 0)) return false
      this.#hasTimestamps = true
    }
    return true
  }

  #setAddresses(parts: readonly BytePart[]): boolean {
    const { words } = this.#slice
    let at = rowWords.address
    for (const { page, from, to } of parts) {
      const { starts, lengths } = page
      const view = viewOf(page.bytes)
      let [id, last] = [-1, -1]
      for (let row = from; row < to; row++, at += rowWords.all) {
        const start = starts[row]!
        if (!(start >= 0 && lengths[row] === 20)) return false
        // Values of a dictionary repeat.
        if (start !== last) {
          for (let k = 0; k < 5; k++) this.#word[k] = view.getUint32(start + k * 4)
          id = this.#shortWords.intern(this.#word, 0)
          last = start
        }
        words[at] = id
      }
    }
    return true
  }

  /** `false` also for a topic after a missing one: no log has such topics. */
  #setTopics(parts: readonly BytePart[], position: number): boolean {
    const { words } = this.#slice
    const batch = this.#topics
    let at = 0
    for (const { page, from, to } of parts)
      for (let first = from; first < to; first += batch.capacity) {
        const end = Math.min(to, first + batch.capacity)
        if (!batch.intern(page, first, end)) return false
        for (let row = first; row < end; row++, at += rowWords.all) {
          if (page.starts[row]! < 0) continue
          if (words[at + rowWords.topicCount] !== position) return false
          words[at + rowWords.topics + position] = batch.references[row - first]!
          words[at + rowWords.topicCount] = position + 1
          if (position === this.#stride) this.#stride++
        }
      }
    return true
  }

  /** Copies the rows of the slice, with their data, to their buckets. */
  #moveToBuckets(data: readonly BytePart[]): boolean {
    const buckets = this.#buckets
    const { blockNumbers } = this.#slice
    let row = 0
    for (const { page, from, to } of data) {
      const { starts, lengths } = page
      const view = viewOf(page.bytes)
      for (let at = from; at < to; at++, row++) {
        const start = starts[at]!
        const length = lengths[at]!
        if (!(start >= 0)) return false
        const bucket = Math.floor((blockNumbers[row]! - this.#from) / this.#blocksPerBucket)
        buckets[Math.min(bucket, buckets.length - 1)]!.add(this.#slice, row, view, start, start + length)
        if (length > this.#maxDataLength) this.#maxDataLength = length
      }
    }
    return buckets.reduce((sum, { dataSize }) => sum + dataSize, 0) <= max32
  }

  /** Makes the segment, in slices. `undefined` if two logs of a block have the same index, or a block has two hashes. */
  *finishing(): Generator<undefined, LogSegment | undefined> {
    const parts: { readonly rows: Rows; readonly sorted: SortedRows }[] = []
    let [blocks, txs] = [0, 0]
    for (const rows of this.#buckets) {
      const sorted = yield* sortRows(rows)
      if (!sorted) return undefined
      parts.push({ rows, sorted })
      blocks += sorted.blocks.length
      txs += sorted.txs.length
    }
    const { buffer, columns } = createSegmentBuffer({
      length: parts.reduce((sum, { rows }) => sum + rows.length, 0),
      stride: this.#stride,
      blocks,
      timestamps: this.#hasTimestamps ? blocks : 0,
      txs,
      shortWords: this.#shortWords.size,
      longWords: this.#longWords.size,
      dataBytes: parts.reduce((sum, { rows }) => sum + rows.dataSize, 0),
      maxLogIndex: this.#maxLogIndex,
      maxDataLength: this.#maxDataLength,
    })
    columns.shortWords.set(this.#shortWords.words.subarray(0, columns.shortWords.length))
    columns.longWords.set(this.#longWords.words.subarray(0, columns.longWords.length))
    yield
    const ends: RowEnds = { log: 0, tx: 0, block: 0, data: 0 }
    for (const { rows, sorted } of parts) yield* copyRows(rows, sorted, columns, ends)
    return LogSegment.fromColumns(buffer, columns)
  }
}

function hasBytes(parts: readonly ColumnPart[]): parts is readonly BytePart[] {
  return parts.every(({ page }) => page instanceof ByteColumn)
}

/** Copies the numbers of a column. A missing number, or any other value, becomes `NaN`. */
function copyNumbers(parts: readonly ColumnPart[], to: Float64Array): Float64Array {
  let end = 0
  for (const { page, from, to: until } of parts) {
    if (page instanceof ByteColumn) to.fill(Number.NaN, end, end + until - from)
    else to.set(page.subarray(from, until), end)
    end += until - from
  }
  return to
}

/** `false` if a value is missing, or is not a hash. */
function setHashes({ words }: Rows, parts: readonly BytePart[], first: number): boolean {
  let at = first
  for (const { page, from, to } of parts) {
    const { starts, lengths } = page
    const view = viewOf(page.bytes)
    for (let row = from; row < to; row++, at += rowWords.all) {
      const start = starts[row]!
      if (!(start >= 0 && lengths[row] === 32)) return false
      for (let k = 0; k < 8; k++) words[at + k] = view.getUint32(start + k * 4)
    }
  }
  return true
}

/** Whether it is a 32-bit index. */
function isIndex(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max32
}
