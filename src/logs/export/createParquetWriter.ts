import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js'
import { serializeTCompactProtocol } from 'hyparquet-writer/src/thrift.js'
import type { Pace } from '../../rpc/Pace.ts'
import type { LogRow } from '../Log.ts'
import { version } from '../version.ts'
import type { ExportColumn } from './ExportColumn.ts'
import type { ExportProvenance } from './ExportProvenance.ts'
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

/** Writes a Parquet file in parts, with provenance as metadata. */
export function createParquetWriter(
  columns: readonly ExportColumn[],
  provenance: ExportProvenance | undefined,
  pace: Pace,
) {
  const writer = new ByteWriter()
  writer.appendUint32(magic)
  const groups: object[] = []
  let rows = 0n
  const written = columns.map((column) => new ParquetColumn(column, pageRows))
  let rowsInPage = 0
  let rowsInGroup = 0

  const take = () => {
    const taken = writer.getBytes().slice()
    // `writer.offset` goes on counting: the footer needs positions in the file.
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
    groups.push({
      field_1: chunks.map(({ fields }) => fields),
      field_2: chunks.reduce((sum, { uncompressed }) => sum + uncompressed, 0n),
      field_3: BigInt(rowsInGroup),
      field_6: chunks.reduce((sum, { size }) => sum + size, 0n),
    })
    rows += BigInt(rowsInGroup)
    rowsInGroup = 0
    return pieces
  }

  return {
    async add(logs: readonly LogRow[]) {
      if (rowsInPage + logs.length > pageRows) await endPage()
      for (const log of logs) {
        for (const [at, { read }] of columns.entries()) written[at]!.add(read(log))
        // A log with much text takes as long as many others.
        if (pace.isDue) await pace.rest()
      }
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
      const decimals = written.filter(({ column }) => column.type === 'decimal')
      const omitted = Object.fromEntries(decimals.map(({ column, omitted: count }) => [column.name, count]))
      const metadata = [
        provenance && { field_1: 'topic0.provenance', field_2: JSON.stringify(provenance) },
        decimals.length > 0 && { field_1: 'topic0.decimals', field_2: JSON.stringify(omitted) },
      ].filter((one) => one !== undefined && one !== false)
      const start = writer.offset
      serializeTCompactProtocol(writer, {
        field_1: 2,
        field_2: [{ field_4: 'root', field_5: columns.length }, ...columns.map(declareColumn)],
        field_3: rows,
        field_4: groups,
        // Omitted if empty, because some readers reject an empty list.
        field_5: metadata.length > 0 ? metadata : undefined,
        field_6: `topic0 ${version}`,
        // Columns are ordered by their types.
        field_7: columns.map(() => ({ field_1: {} })),
      })
      writer.appendUint32(writer.offset - start)
      writer.appendUint32(magic)
      return [...pieces, take()]
    },
  }
}
