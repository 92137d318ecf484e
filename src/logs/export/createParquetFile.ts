import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer'
import type { LogRow } from '../Log.ts'
import { version } from '../version.ts'
import type { ExportColumn } from './ExportColumn.ts'
import type { ExportProvenance } from './ExportProvenance.ts'
import type { Pace } from './Pace.ts'
import { ParquetColumn } from './ParquetColumn.ts'

/** Writes a Parquet file, a few dozen logs at a time. */
export interface ParquetFile {
  /** Adds logs. Returns bytes once there are enough. */
  readonly add: (logs: readonly LogRow[]) => Promise<readonly Uint8Array<ArrayBuffer>[]>
  /** Returns the remaining bytes and the footer. */
  readonly finish: () => Promise<readonly Uint8Array<ArrayBuffer>[]>
}

type ColumnChunk = ParquetWriter['row_groups'][number]['columns'][number]

// Rows per page. A column's page is compressed in one go: more rows would block the page on screen.
const pageRows = 4_096
// Rows and bytes per group. Readers skip groups or read them in parallel, so smaller ones do not pay; the writer holds
// a group in memory until it is complete.
const groupRows = 65_536
const groupBytes = 16 * 1024 * 1024

const types = { text: 'STRING', integer: 'INT64', boolean: 'BOOLEAN', time: 'TIMESTAMP' } as const

type SchemaElement = ParquetWriter['schema'][number]

function schemaOf({ name, type }: ExportColumn): SchemaElement {
  if (type !== 'decimal')
    return schemaFromColumnData({ columnData: [{ name, type: types[type], nullable: true, data: [] }] })[1]!
  return {
    name,
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: 16,
    converted_type: 'DECIMAL',
    logical_type: { type: 'DECIMAL', precision: 38, scale: 0 },
    precision: 38,
    scale: 0,
    repetition_type: 'OPTIONAL',
  }
}

/** Creates a Parquet file, with provenance as metadata. */
export function createParquetFile(
  columns: readonly ExportColumn[],
  provenance: ExportProvenance | undefined,
  pace: Pace,
): ParquetFile {
  const writer = new ByteWriter()
  const file = new ParquetWriter({
    writer,
    schema: [{ name: 'root', num_children: columns.length }, ...columns.map(schemaOf)],
    createdBy: `topic0 ${version}`,
  })
  const written = columns.map((column) => new ParquetColumn(column, pageRows))
  let rowsInPage = 0
  let rowsInGroup = 0

  const take = () => {
    const taken = writer.getBytes().slice()
    // Only the buffer resets: offsets in the footer keep counting.
    writer.index = 0
    return taken
  }
  const endPage = async () => {
    for (const column of written) {
      column.endPage()
      if (pace.isDue) await pace.rest()
    }
    rowsInPage = 0
  }
  const endGroup = async () => {
    const pieces = [take()]
    const chunks: ColumnChunk[] = []
    for (const column of written) {
      const { chunk, bytes } = column.endGroup(writer.offset)
      writer.offset += bytes.length
      pieces.push(bytes)
      chunks.push(chunk)
      if (pace.isDue) await pace.rest()
    }
    const sizes = chunks.map(({ meta_data }) => meta_data!)
    file.row_groups.push({
      columns: chunks,
      num_rows: BigInt(rowsInGroup),
      total_byte_size: sizes.reduce((sum, size) => sum + size.total_uncompressed_size, 0n),
      total_compressed_size: sizes.reduce((sum, size) => sum + size.total_compressed_size, 0n),
    })
    file.num_rows += BigInt(rowsInGroup)
    rowsInGroup = 0
    return pieces
  }

  return {
    async add(logs) {
      if (rowsInPage + logs.length > pageRows) await endPage()
      for (const log of logs) for (const [at, { read }] of columns.entries()) written[at]!.add(read(log))
      rowsInPage += logs.length
      rowsInGroup += logs.length
      if (rowsInPage === pageRows || written.some(({ isFull }) => isFull)) await endPage()
      const isWhole =
        rowsInGroup >= groupRows || written.reduce((sum, { size }) => sum + size, 0) >= groupBytes
      if (isWhole) return endGroup()
      return []
    },
    async finish() {
      await endPage()
      const pieces = rowsInGroup > 0 ? await endGroup() : []
      const decimals = written.filter(({ type }) => type === 'decimal')
      const omitted = Object.fromEntries(decimals.map((column) => [column.name, column.omitted]))
      const said = [
        provenance && { key: 'topic0.provenance', value: JSON.stringify(provenance) },
        decimals.length > 0 && { key: 'topic0.decimals', value: JSON.stringify(omitted) },
      ].filter((one) => one !== undefined && one !== false)
      // Omitted if empty, because some readers reject an empty list.
      if (said.length > 0) file.kvMetadata = said
      void file.finish()
      return [...pieces, take()]
    },
  }
}
