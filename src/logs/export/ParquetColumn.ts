import { ByteWriter } from 'hyparquet-writer'
import type { ParquetWriter } from 'hyparquet-writer'
import { writePageHeader } from 'hyparquet-writer/src/datapage.js'
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js'
import { snappyCompress } from 'hyparquet-writer/src/snappy.js'
import { ExportError } from '../../errors/ExportError.ts'
import { CompressedBytes } from './CompressedBytes.ts'
import type { CellValue, ExportColumn } from './ExportColumn.ts'

type ColumnChunk = ParquetWriter['row_groups'][number]['columns'][number]
type Encoding = NonNullable<ColumnChunk['meta_data']>['encodings'][number]
type Value = string | bigint | boolean

// Maximum bytes of a page or a dictionary: more would block the page and fill memory.
const enough = 1024 * 1024

// The last second that a JavaScript date can hold.
const lastSecond = 8_640_000_000_000n

const physicalTypes = {
  text: 'BYTE_ARRAY',
  integer: 'INT64',
  time: 'INT64',
  boolean: 'BOOLEAN',
  decimal: 'FIXED_LEN_BYTE_ARRAY',
} as const

// The smallest number with too many digits for databases.
const tooLarge = 10n ** 38n

/**
 * A column of a Parquet file while it is written. Values are encoded as they are added, so that no log is held, and
 * pages are compressed when full. While values repeat, each is written once, in a dictionary.
 *
 * It uses internal modules of hyparquet-writer, because the public `ParquetWriter.write` encodes all rows of a column chunk
 * in one task: even groups of 2,048 rows block the page, and make the file nearly twice as large.
 */
export class ParquetColumn {
  readonly #column: ExportColumn
  // The current page.
  readonly #levels: Uint8Array
  readonly #numbers: Uint32Array
  readonly #plain = new CompressedBytes()
  #rows = 0
  #values = 0
  // The current row group.
  #dictionary: Map<string | bigint, number> | undefined
  readonly #distinct = new CompressedBytes()
  #distinctCount = 0
  readonly #pages = new ByteWriter()
  #uncompressed = 0
  #groupRows = 0
  #groupValues = 0
  #omitted = 0
  #encodings = new Set<Encoding>()
  #least: Value | undefined
  #most: Value | undefined

  /** `pageRows` is the maximum number of rows in a page. */
  constructor(column: ExportColumn, pageRows: number) {
    this.#column = column
    this.#levels = new Uint8Array(pageRows)
    this.#numbers = new Uint32Array(pageRows)
    if (column.type !== 'boolean') this.#dictionary = new Map()
  }

  get name(): string {
    return this.#column.name
  }

  get type(): ExportColumn['type'] {
    return this.#column.type
  }

  /** Number of values left out because a decimal cannot hold them. */
  get omitted(): number {
    return this.#omitted
  }

  /** Whether the page should end before its maximum number of rows. */
  get isFull(): boolean {
    return this.#plain.size >= enough || (this.#dictionary !== undefined && this.#distinct.size >= enough)
  }

  /** Bytes of the group's pages. */
  get size(): number {
    return this.#pages.index + this.#distinct.size
  }

  /** @throws {@link ExportError} for a number that Parquet cannot hold. */
  add(cell: CellValue): void {
    const value = toValue(this.#column, cell)
    this.#levels[this.#rows++] = value === undefined ? 0 : 1
    if (value === undefined) {
      if (cell !== undefined) this.#omitted++
      return
    }
    if (typeof value === 'boolean') this.#numbers[this.#values] = Number(value)
    else if (this.#dictionary) this.#numbers[this.#values] = this.#numberOf(value, this.#dictionary)
    else this.#append(this.#plain, value)
    this.#values++
    // No statistics for text, such as hashes: readers never search it by range.
    if (typeof value === 'string' || this.#column.type === 'decimal') return
    if (this.#least === undefined || value < this.#least) this.#least = value
    if (this.#most === undefined || value > this.#most) this.#most = value
  }

  /** Encodes and compresses the current page. */
  endPage(): void {
    if (this.#rows === 0) return
    const levels = new ByteWriter()
    writeRleBitPackedHybrid(levels, this.#levels.subarray(0, this.#rows), 1)
    const { encoding, size, bytes } = this.#encode()
    const before = this.#pages.index
    writePageHeader(this.#pages, {
      type: 'DATA_PAGE_V2',
      uncompressed_page_size: levels.index + size,
      compressed_page_size: levels.index + bytes.length,
      data_page_header_v2: {
        num_values: this.#rows,
        num_nulls: this.#rows - this.#values,
        num_rows: this.#rows,
        encoding,
        definition_levels_byte_length: levels.index,
        repetition_levels_byte_length: 0,
        is_compressed: this.#values > 0,
      },
    })
    this.#uncompressed += this.#pages.index - before + levels.index + size
    this.#pages.appendBytes(levels.getBytes())
    this.#pages.appendBytes(bytes)
    this.#encodings.add(encoding)
    this.#groupRows += this.#rows
    this.#groupValues += this.#values
    this.#rows = this.#values = 0
    // A dictionary does not pay if values hardly repeat: the rest of the group is written plain.
    if (this.#distinctCount > this.#groupValues * 0.75 || this.#distinct.size >= enough)
      this.#dictionary = undefined
  }

  /** Returns the column's chunk of the group, which begins at `offset` in the file, and starts the next group. */
  endGroup(offset: number): { chunk: ColumnChunk; bytes: Uint8Array<ArrayBuffer> } {
    this.endPage()
    const dictionary = new ByteWriter()
    const isNumbered = this.#encodings.has('RLE_DICTIONARY')
    if (isNumbered) this.#writeDictionary(dictionary)
    const bytes = new Uint8Array(dictionary.index + this.#pages.index)
    bytes.set(dictionary.getBytes())
    bytes.set(this.#pages.getBytes(), dictionary.index)
    const { name, type } = this.#column
    const chunk: ColumnChunk = {
      file_offset: BigInt(offset),
      meta_data: {
        type: physicalTypes[type],
        // A dictionary's values are plain-encoded, too.
        encodings: [...this.#encodings.add('RLE').add('PLAIN')],
        path_in_schema: [name],
        codec: 'SNAPPY',
        num_values: BigInt(this.#groupRows),
        total_compressed_size: BigInt(bytes.length),
        total_uncompressed_size: BigInt(this.#uncompressed),
        data_page_offset: BigInt(offset + dictionary.index),
        ...(isNumbered && { dictionary_page_offset: BigInt(offset) }),
        statistics: {
          null_count: BigInt(this.#groupRows - this.#groupValues),
          ...(this.#least !== undefined && { min_value: this.#least, max_value: this.#most }),
        },
      },
    }
    this.#pages.index = 0
    this.#uncompressed = this.#groupRows = this.#groupValues = 0
    this.#encodings = new Set()
    this.#least = this.#most = undefined
    this.#distinctCount = 0
    if (type !== 'boolean') this.#dictionary = new Map()
    return { chunk, bytes }
  }

  #writeDictionary(writer: ByteWriter): void {
    const { size } = this.#distinct
    const bytes = this.#distinct.take()
    writePageHeader(writer, {
      type: 'DICTIONARY_PAGE',
      uncompressed_page_size: size,
      compressed_page_size: bytes.length,
      dictionary_page_header: { num_values: this.#distinctCount, encoding: 'PLAIN' },
    })
    this.#uncompressed += writer.index + size
    writer.appendBytes(bytes)
  }

  #numberOf(value: string | bigint, dictionary: Map<string | bigint, number>): number {
    let number = dictionary.get(value)
    if (number === undefined) {
      dictionary.set(value, (number = this.#distinctCount++))
      this.#append(this.#distinct, value)
    }
    return number
  }

  #append(bytes: CompressedBytes, value: string | bigint): void {
    if (typeof value === 'string') bytes.addText(value)
    else if (this.#column.type === 'decimal') bytes.addDecimal(value)
    else bytes.addInteger(value)
  }

  /** The values of the page, compressed if there are any. */
  #encode(): { encoding: Encoding; size: number; bytes: Uint8Array } {
    const isBoolean = this.#column.type === 'boolean'
    if (this.#values === 0) return { encoding: isBoolean ? 'RLE' : 'PLAIN', size: 0, bytes: new Uint8Array() }
    if (!this.#dictionary && !isBoolean) {
      const { size } = this.#plain
      return { encoding: 'PLAIN', size, bytes: this.#plain.take() }
    }
    const numbers = this.#numbers.subarray(0, this.#values)
    const writer = new ByteWriter()
    if (isBoolean) {
      const runs = new ByteWriter()
      writeRleBitPackedHybrid(runs, numbers, 1)
      writer.appendUint32(runs.index)
      writer.appendBytes(runs.getBytes())
    } else {
      const bits = 32 - Math.clz32(this.#distinctCount - 1)
      writer.appendUint8(bits)
      writeRleBitPackedHybrid(writer, numbers, bits)
    }
    return {
      encoding: isBoolean ? 'RLE' : 'RLE_DICTIONARY',
      size: writer.index,
      bytes: snappyCompress(writer.getBytes()),
    }
  }
}

/** The value to write: times in milliseconds. */
function toValue({ name, type }: ExportColumn, cell: CellValue): Value | undefined {
  if (type === 'decimal')
    return typeof cell === 'bigint' && cell < tooLarge && cell > -tooLarge ? cell : undefined
  if (typeof cell !== 'bigint') return type === 'text' && cell !== undefined ? String(cell) : cell
  if (type === 'text') return cell.toString()
  if (type === 'time' ? cell >= 0n && cell <= lastSecond : BigInt.asIntN(64, cell) === cell)
    return type === 'time' ? cell * 1000n : cell
  throw new ExportError('Parquet', name, cell.toString().slice(0, 40))
}
