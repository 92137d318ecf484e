import type { DraftWord } from '../columns/DraftWord.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import { LogSegmentBuilder } from '../columns/LogSegmentBuilder.ts'
import type { BlockInterval } from '../Coverage.ts'
import { ByteColumn } from '../parquet/ByteColumn.ts'
import type { LogColumnName, LogColumns } from './archiveSchema.ts'

const max32 = 0xffffffff
/** Rows for which room is made at once: a hostile file may state any number. */
const mostExpected = 2_000_000

type PackedColumn = ByteColumn | ArrayLike<unknown>
/** Values by column, as they come from any source: malformed ones are refused. */
type PackedColumns = Readonly<Record<LogColumnName, PackedColumn>>

/** Packs rows of a file, which come in slices, into a segment in the order of the chain. */
export class RowPacker {
  readonly #from: number
  readonly #to: number
  readonly #builder: LogSegmentBuilder

  /**
   * @param blocks Those that the rows are of.
   * @param rows How many to expect.
   */
  constructor({ from, to }: BlockInterval, rows = 0) {
    this.#builder = new LogSegmentBuilder({ isScattered: true, logs: Math.min(rows, mostExpected) })
    this.#from = Number(from)
    this.#to = Number(to)
  }

  /** Adds rows. `false` if they are not logs of these blocks: the packer cannot be used afterwards. */
  add(columns: PackedColumns): boolean {
    const { draft } = this.#builder
    const topics = [columns.topic0, columns.topic1, columns.topic2, columns.topic3]
    const words = [
      new WordReader(columns.address, draft.address, 3),
      new WordReader(columns.transaction_hash, draft.transactionHash, 0),
      new WordReader(columns.block_hash, draft.blockHash, 0),
    ]
    const topicWords = topics.map((column, position) => new WordReader(column, draft.topics[position]!, 0))
    const numbers = [columns.block_number, columns.log_index, columns.transaction_index].map(numbersOf)
    const [blockNumbers, logIndexes, transactionIndexes] = numbers as [
      Float64Array,
      Float64Array,
      Float64Array,
    ]
    const timestamps = numbersOf(columns.block_timestamp)
    for (let row = 0; row < columns.address.length; row++) {
      const blockNumber = blockNumbers[row]!
      const logIndex = logIndexes[row]!
      const transactionIndex = transactionIndexes[row]!
      if (!(blockNumber >= this.#from && blockNumber <= this.#to)) return false
      if (!isIndex(logIndex) || !isIndex(transactionIndex)) return false
      for (const word of words) if (word.read(row) !== 'read') return false
      let topicCount = 0
      for (let position = 0; position < 4; position++) {
        const found = topicWords[position]!.read(row)
        // A topic behind a missing one is none that a log can have.
        if (found === 'malformed' || (found === 'read' && topicCount < position)) return false
        if (found === 'read') topicCount++
      }
      const data = columns.data instanceof ByteColumn ? columns.data.at(row) : columns.data[row]
      if (!(data instanceof Uint8Array)) return false
      draft.blockNumber = blockNumber
      draft.blockTimestamp = timestamps[row]!
      draft.logIndex = logIndex
      draft.transactionIndex = transactionIndex
      draft.topicCount = topicCount
      this.#store(data)
    }
    return true
  }

  #store(data: Uint8Array): void {
    const builder = this.#builder
    let zeros = 0
    while (zeros < data.length && data[zeros] === 0) zeros++
    builder.draft.dataLength = data.length
    builder.draft.dataStored = data.length - zeros
    builder.reserve(builder.draft.dataStored)
    builder.data.set(data.subarray(zeros), builder.dataSize)
    builder.commit()
  }

  /** The segment, made in slices; `undefined` if two logs have one index, or a block has two hashes. */
  *finishing(): Generator<undefined, LogSegment | undefined> {
    const segment = yield* this.#builder.finishing()
    const { logTxs, txBlocks, blockNumbers, blockHashes, logIndexes } = segment.columns
    let last = -1
    for (let log = 0; log < segment.length; log++) {
      const block = txBlocks[logTxs[log]!]!
      if (last >= 0 && blockNumbers[last] === blockNumbers[block]) {
        if (logIndexes[log - 1] === logIndexes[log]) return undefined
        for (let k = 0; block !== last && k < 8; k++)
          if (blockHashes[last * 8 + k] !== blockHashes[block * 8 + k]) return undefined
      }
      last = block
      if ((log & 0x3fff) === 0x3fff) yield
    }
    return segment
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

function isIndex(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max32
}

/** Reads addresses, topics or hashes of a column into a word of the draft. */
class WordReader {
  readonly #column: PackedColumn
  readonly #word: DraftWord
  readonly #first: number
  /** Where the value in the word is from. */
  #start = -1

  constructor(column: PackedColumn, word: DraftWord, first: number) {
    this.#column = column
    this.#word = word
    this.#first = first
    word.changed()
  }

  read(row: number): 'read' | 'missing' | 'malformed' {
    const column = this.#column
    if (!(column instanceof ByteColumn)) {
      const value = column[row]
      if (value === null || value === undefined) return 'missing'
      return value instanceof Uint8Array && this.#set(value, 0, value.length) ? 'read' : 'malformed'
    }
    const start = column.starts[row]!
    if (start < 0) return 'missing'
    // Values of a dictionary repeat.
    if (start === this.#start) return 'read'
    this.#start = start
    return this.#set(column.bytes, start, column.lengths[row]!) ? 'read' : 'malformed'
  }

  #set(bytes: Uint8Array, start: number, length: number): boolean {
    const first = this.#first
    if (length !== 32 - first * 4) return false
    const { words } = this.#word
    this.#word.changed()
    words.fill(0, 0, first)
    for (let k = first, at = start; k < 8; k++, at += 4)
      words[k] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
    return true
  }
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
