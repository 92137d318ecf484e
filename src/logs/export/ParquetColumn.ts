import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js'
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js'
import { snappyCompress } from 'hyparquet-writer/src/snappy.js'
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js'
import { ExportError } from '../../errors/ExportError.ts'
import { CompressedBytes } from './CompressedBytes.ts'
import type { CellValue, ExportColumn } from './ExportColumn.ts'

type Value = string | bigint | boolean

// Maximum bytes of a page or a dictionary: more would block the page and fill memory.
const enough = 1024 * 1024

// The last second that a JavaScript date can hold.
const lastSecond = 8_640_000_000_000n

// How columns are declared, by the numbers of the Parquet format.
const declarations = {
  text: { type: 6, converted: 0 },
  integer: { type: 2 },
  time: { type: 2, converted: 9 },
  boolean: { type: 0 },
  decimal: { type: 7, bytes: 16, converted: 5, scale: 0, precision: 38 },
} as const satisfies Record<ExportColumn['type'], Declaration>

const encodings = { plain: 0, runs: 3, dictionary: 8 } as const

/** A column chunk of a row group, as the footer has it. */
export interface ColumnChunk {
  readonly fields: object
  readonly size: bigint
  readonly uncompressed: bigint
}

/** The declaration of a column in the footer. */
export function declareColumn({ name, type }: ExportColumn): object {
  const { bytes, converted, scale, precision, ...physical }: Declaration = declarations[type]
  return {
    field_1: physical.type,
    field_2: bytes,
    // Optional: any value may be missing.
    field_3: 1,
    field_4: name,
    field_6: converted,
    field_7: scale,
    field_8: precision,
    field_10: type === 'decimal' ? { field_5: { field_1: scale, field_2: precision } } : undefined,
  }
}

interface Declaration {
  readonly type: number
  readonly bytes?: number
  readonly converted?: number
  readonly scale?: number
  readonly precision?: number
}

// The smallest number with too many digits for databases.
const tooLarge = 10n ** 38n

/**
 * A column of a Parquet file while it is written. Values are encoded as they are added, so that no log is held, and
 * pages are compressed when full. While values repeat, each is written once, in a dictionary.
 *
 * It uses internal modules of hyparquet-writer, because the public `ParquetWriter.write` encodes all rows of a column chunk
 * in one task: even groups of 2,048 rows block the page, and make the file nearly twice as large. It also knows every type and
 * encoding, for 14 kB.
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
  #encodings = new Set<number>()
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
    // A dictionary does not pay if values hardly repeat: the rest of the group is written plain.
    if (this.#distinctCount > this.#groupValues * 0.75 || this.#distinct.size >= enough)
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
    const { name, type } = this.#column
    const size = BigInt(bytes.length)
    const uncompressed = BigInt(this.#uncompressed)
    const fields = {
      field_2: BigInt(offset),
      field_3: {
        field_1: declarations[type].type,
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
          field_5: toBytes(this.#most),
          field_6: toBytes(this.#least),
        },
      },
    }
    this.#pages.index = 0
    this.#uncompressed = this.#groupRows = this.#groupValues = 0
    this.#encodings = new Set()
    this.#least = this.#most = undefined
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
    else if (this.#column.type === 'decimal') bytes.addDecimal(value)
    else bytes.addInteger(value)
  }

  /** The values of the page, compressed if there are any. */
  #encode(): { encoding: number; size: number; bytes: Uint8Array } {
    const isBoolean = this.#column.type === 'boolean'
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

/** A value of the statistics, which text and decimals do not have. */
function toBytes(value: Value | undefined): Uint8Array | undefined {
  if (typeof value === 'bigint') return new Uint8Array(BigInt64Array.of(value).buffer)
  return typeof value === 'boolean' ? Uint8Array.of(Number(value)) : undefined
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
