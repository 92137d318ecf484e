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
/** Rows of a part, if each of them has the same number, and the most parts. */
const rowsPerPart = 2 ** 12
const maxParts = 512

/** The same rows of each column. */
type PagedColumns = Readonly<Record<LogColumnName, readonly ColumnPart[]>>

/** Packs rows of a file, which come in slices, into a segment in the order of the chain. */
export class RowPacker {
  readonly #from: number
  readonly #to: number
  readonly #shortWords = new WordTable(5)
  readonly #longWords = new WordTable(8)
  readonly #topics = new TopicBatch(this.#shortWords, this.#longWords)
  readonly #word = new Uint32Array(5)
  /** The rows that are being added. */
  readonly #rows = new Rows(0)
  /** Rows by their blocks: each part has those of a range. Sorting and copying few rows at a time stays in the processor's caches. */
  readonly #parts: readonly Rows[]
  readonly #blocksPerPart: number
  #stride = 0
  #hasTimestamps = false
  #maxDataLength = 0
  #maxLogIndex = 0

  /**
   * @param blocks Those that the rows are of.
   * @param count About how many rows there will be.
   */
  constructor({ from, to }: BlockInterval, count: number) {
    this.#from = Number(from)
    this.#to = Number(to)
    const parts = Math.min(maxParts, Math.ceil(count / rowsPerPart) || 1)
    this.#parts = Array.from({ length: parts }, () => new Rows(Math.min(count, rowsPerPart * 1.25)))
    this.#blocksPerPart = (this.#to - this.#from + 1) / parts
  }

  /** Adds rows. `false` if they are not logs of these blocks: the packer cannot be used afterwards. */
  add(columns: PagedColumns): boolean {
    const length = columns.address.reduce((sum, { from, to }) => sum + to - from, 0)
    const rows = this.#rows
    rows.reset(length)
    const topics = [columns.topic0, columns.topic1, columns.topic2, columns.topic3]
    return (
      this.#addNumbers(rows, columns) &&
      addHashes(rows, columns.block_hash, rowWords.blockHash) &&
      addHashes(rows, columns.transaction_hash, rowWords.transactionHash) &&
      this.#addAddresses(rows, columns.address) &&
      topics.every((parts, position) => this.#addTopics(rows, parts, position)) &&
      this.#addRows(rows, columns.data)
    )
  }

  #addNumbers(rows: Rows, columns: PagedColumns): boolean {
    const { length, blockNumbers, blockTimestamps, words } = rows
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

  #addAddresses({ words }: Rows, parts: readonly ColumnPart[]): boolean {
    let at = rowWords.address
    for (const { page, from, to } of parts) {
      if (!(page instanceof ByteColumn)) return false
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

  /** `false` for a topic behind a missing one, too: a log cannot have it. */
  #addTopics({ words }: Rows, parts: readonly ColumnPart[], position: number): boolean {
    const batch = this.#topics
    let at = 0
    for (const { page, from, to } of parts) {
      if (!(page instanceof ByteColumn)) return false
      const { starts, lengths } = page
      const view = viewOf(page.bytes)
      for (let first = from; first < to; first += batch.capacity) {
        const end = Math.min(to, first + batch.capacity)
        let last = -1
        for (let row = first; row < end; row++) {
          const start = starts[row]!
          if (start < 0) continue
          if (lengths[row] !== 32) return false
          // Values of a dictionary repeat.
          if (start !== last) batch.add(view, start)
          last = start
        }
        batch.intern()
        last = -1
        let topic = -1
        for (let row = first; row < end; row++, at += rowWords.all) {
          const start = starts[row]!
          if (start < 0) continue
          if (words[at + rowWords.topicCount] !== position) return false
          if (start !== last) topic++
          last = start
          words[at + rowWords.topics + position] = batch.references[topic]!
          words[at + rowWords.topicCount] = position + 1
          if (position === this.#stride) this.#stride++
        }
      }
    }
    return true
  }

  /** Adds the rows to the parts, with their data. */
  #addRows(rows: Rows, parts: readonly ColumnPart[]): boolean {
    let row = 0
    for (const { page, from, to } of parts) {
      if (!(page instanceof ByteColumn)) return false
      const { starts, lengths } = page
      const view = viewOf(page.bytes)
      for (let at = from; at < to; at++, row++) {
        const start = starts[at]!
        const length = lengths[at]!
        if (!(start >= 0)) return false
        const part = Math.floor((rows.blockNumbers[row]! - this.#from) / this.#blocksPerPart)
        this.#parts[Math.min(part, this.#parts.length - 1)]!.add(rows, row, view, start, start + length)
        if (length > this.#maxDataLength) this.#maxDataLength = length
      }
    }
    return this.#parts.reduce((sum, { dataSize }) => sum + dataSize, 0) <= max32
  }

  /** The segment, made in slices; `undefined` if two logs have one index, or a block has two hashes. */
  *finishing(): Generator<undefined, LogSegment | undefined> {
    const parts: { readonly rows: Rows; readonly sorted: SortedRows }[] = []
    let [blocks, txs] = [0, 0]
    for (const rows of this.#parts) {
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

/** Copies the numbers of a column; `NaN` for a missing one, or anything else. */
function copyNumbers(parts: readonly ColumnPart[], to: Float64Array): Float64Array {
  let end = 0
  for (const { page, from, to: until } of parts) {
    if (page instanceof ByteColumn) to.fill(Number.NaN, end, end + until - from)
    else to.set(page.subarray(from, until), end)
    end += until - from
  }
  return to
}

/** Adds a column of hashes; `false` if it has anything else. */
function addHashes({ words }: Rows, parts: readonly ColumnPart[], first: number): boolean {
  let at = first
  for (const { page, from, to } of parts) {
    if (!(page instanceof ByteColumn)) return false
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

function isIndex(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max32
}
