import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js'
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js'
import { snappyCompress } from 'hyparquet-writer/src/snappy.js'
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js'
import { CompressedBytes } from './CompressedBytes.ts'
import type { CellValue, ExportColumn } from './ExportColumn.ts'
import { toParquetValue, toStatistic, typeNumber, type ParquetValue } from './parquetTypes.ts'

// Maximum bytes of a page or a dictionary: more would block the page and fill memory.
const maxBytes = 1024 * 1024

const encodings = { plain: 0, runs: 3, dictionary: 8 } as const

/** A column chunk of a row group, as the footer describes it. */
export interface ColumnChunk {
  readonly fields: object
  readonly size: bigint
  readonly uncompressed: bigint
}

/**
 * A column of a Parquet file while it is written. Values are encoded as they are added, so that no log is held, and
 * pages are compressed when full. While values repeat, each is written once, in a dictionary.
 *
 * Uses internal modules of hyparquet-writer. Its own `ParquetWriter.write` encodes all rows of a column chunk in one
 * task: even groups of 2,048 rows block the page, and make the file nearly twice as large. Its support for every type and
 * encoding weighs 14 kB.
 */
export class ParquetColumn {
  readonly column: ExportColumn
  /** Number of values left out because a decimal cannot hold them. */
  omitted = 0
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
  #encodings = new Set<number>()
  #minimum: ParquetValue | undefined
  #maximum: ParquetValue | undefined

  /** `pageRows` is the maximum number of rows in a page. */
  constructor(column: ExportColumn, pageRows: number) {
    this.column = column
    this.#levels = new Uint8Array(pageRows)
    this.#numbers = new Uint32Array(pageRows)
    if (column.type !== 'boolean') this.#dictionary = new Map()
  }

  /** Whether the page must end before it has its maximum number of rows. */
  get isFull(): boolean {
    return this.#plain.size >= maxBytes || (this.#dictionary !== undefined && this.#distinct.size >= maxBytes)
  }

  /** Bytes of the row group so far. */
  get size(): number {
    return this.#pages.index + this.#distinct.size
  }

  /** @throws {@link ExportError} for a number that Parquet cannot hold. */
  add(cell: CellValue): void {
    const value = toParquetValue(this.column, cell)
    this.#levels[this.#rows++] = value === undefined ? 0 : 1
    if (value === undefined) {
      if (cell !== undefined) this.omitted++
      return
    }
    if (typeof value === 'boolean') this.#numbers[this.#values] = Number(value)
    else if (this.#dictionary) this.#numbers[this.#values] = this.#numberOf(value, this.#dictionary)
    else this.#append(this.#plain, value)
    this.#values++
    // No statistics for text, such as hashes, or decimals: readers do not search them by range.
    if (typeof value === 'string' || this.column.type === 'decimal') return
    if (this.#minimum === undefined || value < this.#minimum) this.#minimum = value
    if (this.#maximum === undefined || value > this.#maximum) this.#maximum = value
  }

  /** Encodes and compresses the current page. */
  endPage(): void {
    if (this.#rows === 0) return
    const levels = new ByteWriter()
    writeRleBitPackedHybrid(levels, this.#levels.subarray(0, this.#rows), 1)
    const { encoding, size, bytes } = this.#encode()
    const before = this.#pages.index
    serializeTCompactProtocol(this.#pages, {
      field_1: 3,
      field_2: levels.index + size,
      field_3: levels.index + bytes.length,
      field_8: {
        field_1: this.#rows,
        field_2: this.#rows - this.#values,
        field_3: this.#rows,
        field_4: encoding,
        field_5: levels.index,
        field_6: 0,
        // Not compressed. Pages are compressed by default.
        field_7: this.#values > 0 ? undefined : false,
      },
    })
    this.#uncompressed += this.#pages.index - before + levels.index + size
    this.#pages.appendBytes(levels.getBytes())
    this.#pages.appendBytes(bytes)
    this.#encodings.add(encoding)
    this.#groupRows += this.#rows
    this.#groupValues += this.#values
    this.#rows = this.#values = 0
    // If values hardly repeat, a dictionary does not pay: the rest of the group is written plain.
    if (this.#distinctCount > this.#groupValues * 0.75 || this.#distinct.size >= maxBytes)
      this.#dictionary = undefined
  }

  /** Returns the column's chunk of the group, which begins at `offset` in the file, and starts the next group. */
  endGroup(offset: number): { chunk: ColumnChunk; bytes: Uint8Array<ArrayBuffer> } {
    this.endPage()
    const dictionary = new ByteWriter()
    const isNumbered = this.#encodings.has(encodings.dictionary)
    if (isNumbered) this.#writeDictionary(dictionary)
    const bytes = new Uint8Array(dictionary.index + this.#pages.index)
    bytes.set(dictionary.getBytes())
    bytes.set(this.#pages.getBytes(), dictionary.index)
    const { name, type } = this.column
    const size = BigInt(bytes.length)
    const uncompressed = BigInt(this.#uncompressed)
    const fields = {
      field_2: BigInt(offset),
      field_3: {
        field_1: typeNumber(this.column),
        // A dictionary's values are plain-encoded, too.
        field_2: [...this.#encodings.add(encodings.runs).add(encodings.plain)],
        field_3: [name],
        // Snappy.
        field_4: 1,
        field_5: BigInt(this.#groupRows),
        field_6: uncompressed,
        field_7: size,
        field_9: BigInt(offset + dictionary.index),
        field_11: isNumbered ? BigInt(offset) : undefined,
        field_12: {
          field_3: BigInt(this.#groupRows - this.#groupValues),
          field_5: toStatistic(this.#maximum),
          field_6: toStatistic(this.#minimum),
        },
      },
    }
    this.#pages.index = 0
    this.#uncompressed = this.#groupRows = this.#groupValues = 0
    this.#encodings = new Set()
    this.#minimum = this.#maximum = undefined
    this.#distinctCount = 0
    if (type !== 'boolean') this.#dictionary = new Map()
    return { chunk: { fields, size, uncompressed }, bytes }
  }

  #writeDictionary(writer: ByteWriter): void {
    const { size } = this.#distinct
    const bytes = this.#distinct.take()
    serializeTCompactProtocol(writer, {
      field_1: 2,
      field_2: size,
      field_3: bytes.length,
      field_7: { field_1: this.#distinctCount, field_2: encodings.plain },
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
    else if (this.column.type === 'decimal') bytes.addDecimal(value)
    else bytes.addInteger(value)
  }

  /** The values of the page, compressed if there are any. */
  #encode(): { encoding: number; size: number; bytes: Uint8Array } {
    const isBoolean = this.column.type === 'boolean'
    if (this.#values === 0)
      return { encoding: isBoolean ? encodings.runs : encodings.plain, size: 0, bytes: new Uint8Array() }
    if (!this.#dictionary && !isBoolean) {
      const { size } = this.#plain
      return { encoding: encodings.plain, size, bytes: this.#plain.take() }
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
      encoding: isBoolean ? encodings.runs : encodings.dictionary,
      size: writer.index,
      bytes: snappyCompress(writer.getBytes()),
    }
  }
}
