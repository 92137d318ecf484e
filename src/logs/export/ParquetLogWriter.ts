import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js'
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js'
import type { Pace } from '../../rpc/Pace.ts'
import type { LogRow } from '../Log.ts'
import { version } from '../version.ts'
import type { ExportColumn } from './ExportColumn.ts'
import type { ExportProvenance } from './ExportProvenance.ts'
import type { Bytes, LogWriter } from './LogWriter.ts'
import { ParquetColumn, type ColumnChunk } from './ParquetColumn.ts'
import { declareColumn } from './parquetTypes.ts'

// Rows per page of a column, which is compressed at once: more would block the browser.
const pageRows = 4_096
// Rows and bytes per group. Readers skip groups or read them in parallel, so smaller ones do not pay; the writer holds
// a group in memory until it is complete.
const groupRows = 65_536
const groupBytes = 16 * 1024 * 1024

// "PAR1"
const magic = 0x31524150

interface ParquetLogWriterOptions {
  readonly columns: readonly ExportColumn[]
  readonly provenance?: ExportProvenance | undefined
  readonly pace: Pace
}

/** Writes a Parquet file in parts, with provenance as metadata. */
export class ParquetLogWriter implements LogWriter {
  readonly #columns: readonly ParquetColumn[]
  readonly #provenance: ExportProvenance | undefined
  readonly #pace: Pace
  readonly #writer = new ByteWriter()
  /** The metadata of the complete row groups. */
  readonly #groups: object[] = []
  /** Rows in complete groups. */
  #rows = 0n
  #rowsInPage = 0
  #rowsInGroup = 0

  constructor({ columns, provenance, pace }: ParquetLogWriterOptions) {
    this.#columns = columns.map((column) => new ParquetColumn(column, pageRows))
    this.#provenance = provenance
    this.#pace = pace
    this.#writer.appendUint32(magic)
  }

  async add(logs: readonly LogRow[]): Promise<readonly Bytes[]> {
    if (this.#rowsInPage + logs.length > pageRows) await this.#endPage()
    for (const log of logs) {
      for (const column of this.#columns) column.add(column.column.read(log))
      // A log with much text takes as long as many others.
      if (this.#pace.isDue) await this.#pace.rest()
    }
    this.#rowsInPage += logs.length
    this.#rowsInGroup += logs.length
    if (this.#rowsInPage === pageRows || this.#columns.some(({ isFull }) => isFull)) await this.#endPage()
    const isWhole =
      this.#rowsInGroup >= groupRows || this.#columns.reduce((sum, { size }) => sum + size, 0) >= groupBytes
    return isWhole ? this.#endGroup() : []
  }

  flush(): readonly Bytes[] {
    return []
  }

  async finish(): Promise<readonly Bytes[]> {
    await this.#endPage()
    const pieces = this.#rowsInGroup > 0 ? await this.#endGroup() : []
    this.#writeFooter()
    return [...pieces, this.#take()]
  }

  async #endPage(): Promise<void> {
    for (const column of this.#columns) {
      column.endPage()
      if (this.#pace.isDue) await this.#pace.rest()
    }
    this.#rowsInPage = 0
  }

  async #endGroup(): Promise<readonly Bytes[]> {
    const pieces = [this.#take()]
    const chunks: ColumnChunk[] = []
    for (const column of this.#columns) {
      const { chunk, bytes } = column.endGroup(this.#writer.offset)
      this.#writer.offset += bytes.length
      pieces.push(bytes)
      chunks.push(chunk)
      if (this.#pace.isDue) await this.#pace.rest()
    }
    this.#groups.push({
      field_1: chunks.map(({ fields }) => fields),
      field_2: chunks.reduce((sum, { uncompressed }) => sum + uncompressed, 0n),
      field_3: BigInt(this.#rowsInGroup),
      field_6: chunks.reduce((sum, { size }) => sum + size, 0n),
    })
    this.#rows += BigInt(this.#rowsInGroup)
    this.#rowsInGroup = 0
    return pieces
  }

  #writeFooter(): void {
    const columns = this.#columns.map(({ column }) => column)
    const metadata = this.#metadata()
    const start = this.#writer.offset
    serializeTCompactProtocol(this.#writer, {
      field_1: 2,
      field_2: [{ field_4: 'root', field_5: columns.length }, ...columns.map(declareColumn)],
      field_3: this.#rows,
      field_4: this.#groups,
      // Omitted if empty, because some readers reject an empty list.
      field_5: metadata.length > 0 ? metadata : undefined,
      field_6: `topic0 ${version}`,
      // Columns are ordered by their types.
      field_7: columns.map(() => ({ field_1: {} })),
    })
    this.#writer.appendUint32(this.#writer.offset - start)
    this.#writer.appendUint32(magic)
  }

  #metadata(): readonly object[] {
    const decimals = this.#columns.filter(({ column }) => column.type === 'decimal')
    const omitted = Object.fromEntries(decimals.map(({ column, omitted: count }) => [column.name, count]))
    return [
      this.#provenance && { field_1: 'topic0.provenance', field_2: JSON.stringify(this.#provenance) },
      decimals.length > 0 && { field_1: 'topic0.decimals', field_2: JSON.stringify(omitted) },
    ].filter((one) => one !== undefined && one !== false)
  }

  /** Takes the bytes written so far. */
  #take(): Bytes {
    const taken = this.#writer.getBytes().slice()
    // `writer.offset` goes on counting: the footer needs positions in the file.
    this.#writer.index = 0
    return taken
  }
}
