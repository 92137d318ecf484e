import { LogSegment } from '../columns/LogSegment.ts'
import { createSegmentBuffer } from '../columns/segmentLayout.ts'
import { WordTable } from '../columns/WordTable.ts'
import type { BlockInterval } from '../Coverage.ts'
import { ByteColumn, type ColumnPart } from '../parquet/ByteColumn.ts'
import type { LogColumnName } from './archiveSchema.ts'
import { copyRows, type RowEnds } from './copyRows.ts'
import { readHashWords, Rows, rowWords, viewOf } from './Rows.ts'
import { sortRows, type SortedRows } from './sortRows.ts'
import { TopicBatch } from './TopicBatch.ts'

const max32 = 0xffffffff
/** Rows per bucket if they are spread evenly, and the maximum number of buckets. */
const rowsPerBucket = 2 ** 12
const maxBuckets = 512

/** The same rows of each column. */
type PagedColumns = Readonly<Record<LogColumnName, readonly ColumnPart[]>>

/** A part of a column of byte strings. */
interface BytePart extends ColumnPart {
  readonly page: ByteColumn
}

/** The rows that are being added. */
class Slice {
  readonly capacity: number
  readonly blockNumbers: Float64Array
  /** `NaN` for a missing one. */
  readonly blockTimestamps: Float64Array
  readonly logIndexes: Float64Array
  readonly transactionIndexes: Float64Array
  /** The bucket of each row, and where its words begin there. */
  readonly rowsOf: Rows[] = []
  readonly places: Uint32Array

  constructor(capacity: number) {
    this.capacity = capacity
    const create = () => new Float64Array(capacity)
    this.blockNumbers = create()
    this.blockTimestamps = create()
    this.logIndexes = create()
    this.transactionIndexes = create()
    this.places = new Uint32Array(capacity)
  }
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
  #slice = new Slice(0)
  /** All rows by range of blocks: a bucket is sorted and copied within the CPU caches. */
  readonly #buckets: readonly Rows[]
  readonly #blocksPerBucket: number
  #stride = 0
  #hasTimestamps = false
  #maxDataLength = 0
  #maxLogIndex = 0

  /**
   * @param blocks The blocks that the rows may belong to.
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
    const rows = address.reduce((sum, { from, to }) => sum + to - from, 0)
    if (rows > this.#slice.capacity) this.#slice = new Slice(rows)
    return (
      this.#placeRows(columns, rows) &&
      this.#setHashes(blockHash, rowWords.blockHash) &&
      this.#setHashes(transactionHash, rowWords.transactionHash) &&
      this.#setAddresses(address) &&
      topics.every((parts, position) => this.#setTopics(parts, position)) &&
      this.#setData(data)
    )
  }

  /** Puts each row of the slice into its bucket, with its numbers. */
  #placeRows(columns: PagedColumns, count: number): boolean {
    const { blockNumbers, blockTimestamps, logIndexes, transactionIndexes, places, rowsOf } = this.#slice
    copyNumbers(columns.block_number, blockNumbers)
    copyNumbers(columns.block_timestamp, blockTimestamps)
    copyNumbers(columns.log_index, logIndexes)
    copyNumbers(columns.transaction_index, transactionIndexes)
    const lastBucket = this.#buckets.length - 1
    for (let row = 0; row < count; row++) {
      const number = blockNumbers[row]!
      if (!(Number.isInteger(number) && number >= this.#from && number <= this.#to)) return false
      const logIndex = logIndexes[row]!
      const transactionIndex = transactionIndexes[row]!
      if (!isIndex(logIndex) || !isIndex(transactionIndex)) return false
      const timestamp = blockTimestamps[row]!
      if (!Number.isNaN(timestamp)) {
        if (!(Number.isSafeInteger(timestamp) && timestamp >= 0)) return false
        this.#hasTimestamps = true
      }
      const bucket = Math.floor((number - this.#from) / this.#blocksPerBucket)
      const rows = this.#buckets[Math.min(bucket, lastBucket)]!
      const at = rows.add(number, timestamp)
      rows.words[at + rowWords.logIndex] = logIndex
      rows.words[at + rowWords.transactionIndex] = transactionIndex
      if (logIndex > this.#maxLogIndex) this.#maxLogIndex = logIndex
      rowsOf[row] = rows
      places[row] = at
    }
    return true
  }

  /** `false` if a value is missing, or is not a hash. */
  #setHashes(parts: readonly BytePart[], first: number): boolean {
    const { places, rowsOf } = this.#slice
    let row = 0
    for (const { page, from, to } of parts) {
      const { starts, lengths } = page
      const view = viewOf(page.bytes)
      for (let index = from; index < to; index++, row++) {
        const start = starts[index]!
        if (!(start >= 0 && lengths[index] === 32)) return false
        readHashWords(view, start, rowsOf[row]!.words, places[row]! + first)
      }
    }
    return true
  }

  #setAddresses(parts: readonly BytePart[]): boolean {
    const { places, rowsOf } = this.#slice
    let row = 0
    for (const { page, from, to } of parts) {
      const { starts, lengths } = page
      const view = viewOf(page.bytes)
      let [id, last] = [-1, -1]
      for (let index = from; index < to; index++, row++) {
        const start = starts[index]!
        if (!(start >= 0 && lengths[index] === 20)) return false
        // Values of a dictionary repeat.
        if (start !== last) {
          for (let k = 0; k < 5; k++) this.#word[k] = view.getUint32(start + k * 4)
          id = this.#shortWords.intern(this.#word, 0)
          last = start
        }
        rowsOf[row]!.words[places[row]! + rowWords.address] = id
      }
    }
    return true
  }

  /** `false` also for a topic after a missing one: no log has such topics. */
  #setTopics(parts: readonly BytePart[], position: number): boolean {
    const { places, rowsOf } = this.#slice
    const batch = this.#topics
    let row = 0
    for (const { page, from, to } of parts)
      for (let first = from; first < to; first += batch.capacity) {
        const end = Math.min(to, first + batch.capacity)
        if (!batch.intern(page, first, end)) return false
        for (let index = first; index < end; index++, row++) {
          if (page.starts[index]! < 0) continue
          const { words } = rowsOf[row]!
          const at = places[row]!
          if (words[at + rowWords.topicCount] !== position) return false
          words[at + rowWords.topics + position] = batch.references[index - first]!
          words[at + rowWords.topicCount] = position + 1
          if (position === this.#stride) this.#stride++
        }
      }
    return true
  }

  #setData(parts: readonly BytePart[]): boolean {
    const { places, rowsOf } = this.#slice
    let row = 0
    for (const { page, from, to } of parts) {
      const { starts, lengths } = page
      const view = viewOf(page.bytes)
      for (let index = from; index < to; index++, row++) {
        const start = starts[index]!
        const length = lengths[index]!
        if (!(start >= 0)) return false
        rowsOf[row]!.setData(places[row]!, view, start, start + length)
        if (length > this.#maxDataLength) this.#maxDataLength = length
      }
    }
    return this.#buckets.reduce((sum, { dataSize }) => sum + dataSize, 0) <= max32
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
function copyNumbers(parts: readonly ColumnPart[], to: Float64Array): void {
  let end = 0
  for (const { page, from, to: until } of parts) {
    if (page instanceof ByteColumn) to.fill(Number.NaN, end, end + until - from)
    else to.set(page.subarray(from, until), end)
    end += until - from
  }
}

/** Whether it is a 32-bit index. */
function isIndex(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max32
}
