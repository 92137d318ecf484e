import { LogSegment } from '../columns/LogSegment.ts'
import { createSegmentBuffer } from '../columns/segmentLayout.ts'
import { WordTable } from '../columns/WordTable.ts'
import type { BlockInterval } from '../Coverage.ts'
import { ByteColumn } from '../parquet/ByteColumn.ts'
import type { LogColumnName, LogColumns } from './archiveSchema.ts'
import { rowWords, sortRows } from './sortRows.ts'
import type { Rows } from './sortRows.ts'

const max32 = 0xffffffff
/** Rows that are copied before yielding. */
const slice = 2 ** 14

type PackedColumn = ByteColumn | ArrayLike<unknown>
/** Values by column, as they come from any source: malformed ones are refused. */
type PackedColumns = Readonly<Record<LogColumnName, PackedColumn>>

/** Packs rows of a file, which come in slices, into a segment in the order of the chain. */
export class RowPacker {
  readonly #from: number
  readonly #to: number
  readonly #shortWords = new WordTable(5)
  readonly #longWords = new WordTable(8)
  readonly #word = new Uint32Array(8)
  readonly #parts: Rows[] = []
  #stride = 0
  #hasTimestamps = false
  #dataBytes = 0
  #maxDataLength = 0
  #maxLogIndex = 0
  /** Bits of a place that are the row in its part. */
  #rowBits = 0

  /** @param blocks Those that the rows are of. */
  constructor({ from, to }: BlockInterval) {
    this.#from = Number(from)
    this.#to = Number(to)
  }

  /** Adds rows. `false` if they are not logs of these blocks: the packer cannot be used afterwards. */
  add(columns: PackedColumns): boolean {
    const { length } = columns.address
    if (length === 0) return true
    const data = bytesOf(columns.data)
    if (!data) return false
    const rows: Rows = {
      blockNumbers: numbersOf(columns.block_number),
      blockTimestamps: numbersOf(columns.block_timestamp),
      words: new Uint32Array(length * rowWords.all),
      data: data.bytes,
    }
    const topics = [columns.topic0, columns.topic1, columns.topic2, columns.topic3]
    const isValid =
      this.#addNumbers(rows, numbersOf(columns.log_index), numbersOf(columns.transaction_index)) &&
      addHashes(rows, columns.block_hash, rowWords.blockHash) &&
      addHashes(rows, columns.transaction_hash, rowWords.transactionHash) &&
      this.#addAddresses(rows, columns.address) &&
      topics.every((column, position) => this.#addTopics(rows, column, position)) &&
      this.#addData(rows, data)
    if (!isValid) return false
    this.#parts.push(rows)
    this.#rowBits = Math.max(this.#rowBits, 32 - Math.clz32(length - 1))
    return true
  }

  #addNumbers(
    { blockNumbers, blockTimestamps, words }: Rows,
    logIndexes: Float64Array,
    transactionIndexes: Float64Array,
  ): boolean {
    for (let row = 0, at = 0; at < words.length; row++, at += rowWords.all) {
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

  #addAddresses({ words }: Rows, column: PackedColumn): boolean {
    const values = bytesOf(column)
    if (!values) return false
    const { bytes, starts, lengths } = values
    let [id, last] = [-1, -1]
    for (let row = 0, at = rowWords.address; at < words.length; row++, at += rowWords.all) {
      const start = starts[row]!
      if (!(start >= 0 && lengths[row] === 20)) return false
      // Values of a dictionary repeat.
      if (start !== last) {
        readWords(bytes, start, this.#word, 0, 5)
        id = this.#shortWords.intern(this.#word, 0)
        last = start
      }
      words[at] = id
    }
    return true
  }

  /** `false` for a topic behind a missing one, too: a log cannot have it. */
  #addTopics({ words }: Rows, column: PackedColumn, position: number): boolean {
    const values = bytesOf(column)
    if (!values) return false
    const { bytes, starts, lengths } = values
    const word = this.#word
    let [reference, last] = [-1, -1]
    for (let row = 0, at = 0; at < words.length; row++, at += rowWords.all) {
      const start = starts[row]!
      if (start < 0) continue
      if (words[at + rowWords.topicCount] !== position || lengths[row] !== 32) return false
      if (start !== last) {
        readWords(bytes, start, word, 0, 8)
        reference =
          (word[0]! | word[1]! | word[2]!) === 0
            ? this.#shortWords.intern(word, 3) * 2 + 1
            : this.#longWords.intern(word, 0) * 2
        last = start
      }
      words[at + rowWords.topics + position] = reference
      words[at + rowWords.topicCount] = position + 1
      if (position === this.#stride) this.#stride++
    }
    return true
  }

  #addData({ words }: Rows, { bytes, starts, lengths }: ByteColumn): boolean {
    for (let row = 0, at = 0; at < words.length; row++, at += rowWords.all) {
      const start = starts[row]!
      if (!(start >= 0)) return false
      const length = lengths[row]!
      let zeros = 0
      while (zeros < length && bytes[start + zeros] === 0) zeros++
      words[at + rowWords.dataStart] = start + zeros
      words[at + rowWords.dataStored] = length - zeros
      words[at + rowWords.dataLength] = length
      this.#dataBytes += length - zeros
      if (length > this.#maxDataLength) this.#maxDataLength = length
    }
    return this.#dataBytes <= max32
  }

  /** The segment, made in slices; `undefined` if two logs have one index, or a block has two hashes. */
  *finishing(): Generator<undefined, LogSegment | undefined> {
    const parts = this.#parts
    const bits = this.#rowBits
    const mask = 2 ** bits - 1
    const sorted = yield* sortRows(parts, bits)
    if (!sorted) return undefined
    const { logs, logTxs, txs, txBlocks, blocks } = sorted
    const { buffer, columns } = createSegmentBuffer({
      length: logs.length,
      stride: this.#stride,
      blocks: blocks.length,
      timestamps: this.#hasTimestamps ? blocks.length : 0,
      txs: txs.length,
      shortWords: this.#shortWords.size,
      longWords: this.#longWords.size,
      dataBytes: this.#dataBytes,
      maxLogIndex: this.#maxLogIndex,
      maxDataLength: this.#maxDataLength,
    })
    columns.shortWords.set(this.#shortWords.words.subarray(0, columns.shortWords.length))
    columns.longWords.set(this.#longWords.words.subarray(0, columns.longWords.length))
    columns.txBlocks.set(txBlocks)
    columns.logTxs.set(logTxs)
    yield
    for (let block = 0; block < blocks.length; block++) {
      const { blockNumbers, blockTimestamps, words } = parts[blocks[block]! >>> bits]!
      const row = blocks[block]! & mask
      columns.blockNumbers[block] = blockNumbers[row]!
      if (this.#hasTimestamps) columns.blockTimestamps[block] = blockTimestamps[row]!
      copyHash(words, row * rowWords.all + rowWords.blockHash, columns.blockHashes, block)
      if (block % slice === slice - 1) yield
    }
    for (let tx = 0; tx < txs.length; tx++) {
      const { words } = parts[txs[tx]! >>> bits]!
      const at = (txs[tx]! & mask) * rowWords.all
      columns.txIndexes[tx] = words[at + rowWords.transactionIndex]!
      copyHash(words, at + rowWords.transactionHash, columns.txHashes, tx)
      if (tx % slice === slice - 1) yield
    }
    const { stride } = columns
    let end = 0
    for (let log = 0; log < logs.length; log++) {
      const { words, data } = parts[logs[log]! >>> bits]!
      const at = (logs[log]! & mask) * rowWords.all
      columns.logIndexes[log] = words[at + rowWords.logIndex]!
      columns.logAddresses[log] = words[at + rowWords.address]!
      columns.logFlags[log] = words[at + rowWords.topicCount]!
      for (let position = 0; position < stride; position++)
        columns.logTopics[log * stride + position] = words[at + rowWords.topics + position]!
      columns.dataLengths[log] = words[at + rowWords.dataLength]!
      const from = words[at + rowWords.dataStart]!
      const stored = words[at + rowWords.dataStored]!
      // For so few bytes, a call of `set` would take longer.
      if (stored > 200) columns.data.set(data.subarray(from, from + stored), end)
      else for (let k = 0; k < stored; k++) columns.data[end + k] = data[from + k]!
      end += stored
      columns.dataEnds[log] = end
      if (log % slice === slice - 1) yield
    }
    return LogSegment.fromColumns(buffer, columns)
  }
}

/** A column as numbers; `NaN` for a missing one. */
function numbersOf(column: PackedColumn): Float64Array {
  if (column instanceof Float64Array) return column
  if (column instanceof ByteColumn) return new Float64Array(column.length).fill(Number.NaN)
  return Float64Array.from(column, (value) =>
    value === null || value === undefined ? Number.NaN : Number(value),
  )
}

/** A column of byte strings; `undefined` if it has anything else. */
function bytesOf(column: PackedColumn): ByteColumn | undefined {
  if (column instanceof ByteColumn) return column
  const values = Array.from(column)
  const isBytes = (value: unknown) => value === null || value === undefined || value instanceof Uint8Array
  return values.every(isBytes)
    ? ByteColumn.from(values as readonly (Uint8Array | null | undefined)[])
    : undefined
}

/** Adds a column of hashes; `false` if it has anything else. */
function addHashes({ words }: Rows, column: PackedColumn, first: number): boolean {
  const values = bytesOf(column)
  if (!values) return false
  const { bytes, starts, lengths } = values
  for (let row = 0, at = first; at < words.length; row++, at += rowWords.all) {
    if (!(starts[row]! >= 0 && lengths[row] === 32)) return false
    readWords(bytes, starts[row]!, words, at, 8)
  }
  return true
}

function isIndex(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max32
}

function readWords(bytes: Uint8Array, from: number, words: Uint32Array, to: number, count: number): void {
  for (let k = to, at = from; k < to + count; k++, at += 4)
    words[k] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
}

/** Copies eight words: for so few, a call of `set` would take longer. */
function copyHash(from: Uint32Array, at: number, to: Uint32Array, index: number): void {
  for (let k = 0; k < 8; k++) to[index * 8 + k] = from[at + k]!
}

/** Packs rows at once, where no page is waiting. `undefined` as with {@link RowPacker}. */
export function packRows(columns: LogColumns, blocks: BlockInterval): LogSegment | undefined {
  const packer = new RowPacker(blocks)
  if (!packer.add(columns)) return undefined
  const finishing = packer.finishing()
  for (;;) {
    const { done, value } = finishing.next()
    if (done) return value
  }
}
