import type { ParquetWriter } from 'hyparquet-writer'
import { ExportError } from '../../errors.ts'
import type { LogRow } from '../Log.ts'
import { version } from '../version.ts'
import type { CellValue, ExportColumn } from './ExportColumn.ts'
import type { ExportProvenance } from './ExportProvenance.ts'
import type { Pace } from './Pace.ts'

/** A Parquet file that is written a few thousand logs at a time. */
export interface ParquetFile {
  /** Takes logs in; gives bytes once there are enough of them. */
  readonly add: (logs: readonly LogRow[]) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** What is left, and the footer. */
  readonly finish: () => Promise<Uint8Array<ArrayBuffer>>
}

type RowGroup = ParquetWriter['row_groups'][number]

// A column of them is encoded at one go: more would hold up the page, fewer would compress worse.
const groupRows = 4_000

const types = { text: 'STRING', integer: 'INT64', boolean: 'BOOLEAN', time: 'TIMESTAMP' } as const

/** Begins a Parquet file. Its writer is loaded only now: nobody else pays for it. */
export async function createParquetFile(
  columns: readonly ExportColumn[],
  provenance: ExportProvenance | undefined,
  pace: Pace,
): Promise<ParquetFile> {
  const { ByteWriter, ParquetWriter, schemaFromColumnData } = await import('hyparquet-writer')
  const bytes = new ByteWriter()
  const file = new ParquetWriter({
    writer: bytes,
    schema: schemaFromColumnData({
      columnData: columns.map(({ name, type }) => ({ name, type: types[type], nullable: true, data: [] })),
    }),
    createdBy: `topic0 ${version}`,
    ...(provenance && { kvMetadata: [{ key: 'topic0.provenance', value: JSON.stringify(provenance) }] }),
  })
  const cells: (CellValue | Date)[][] = columns.map(() => [])
  let rows = 0

  const take = () => {
    const taken = bytes.getBytes().slice()
    // The offsets in the footer count on; only the buffer begins anew.
    bytes.index = 0
    return taken
  }
  // The writer encodes all columns of a group at one go. Each by itself is a group to it: they are joined afterwards.
  const encode = async () => {
    if (rows === 0) return
    const groups = file.row_groups.length
    const before = file.num_rows
    for (const [at, { name, type }] of columns.entries()) {
      const data = cells[at]!
      cells[at] = []
      // Nobody looks for a hash by the range of hashes that it is in.
      void file.write({ columnData: [{ name, data, statistics: type !== 'text' }], rowGroupSize: rows })
      if (pace.isDue) await pace.rest()
    }
    file.row_groups.push(joinGroups(file.row_groups.splice(groups)))
    file.num_rows = before + BigInt(rows)
    rows = 0
  }

  return {
    async add(logs) {
      for (const log of logs)
        for (const [at, column] of columns.entries()) cells[at]!.push(toCell(column, column.read(log)))
      rows += logs.length
      if (rows < groupRows) return undefined
      await encode()
      return take()
    },
    async finish() {
      await encode()
      void file.finish()
      return take()
    },
  }
}

/** Groups of the same rows as one of all their columns. */
function joinGroups(groups: readonly RowGroup[]): RowGroup {
  return {
    columns: groups.flatMap(({ columns }) => columns),
    num_rows: groups[0]!.num_rows,
    total_byte_size: groups.reduce((sum, group) => sum + group.total_byte_size, 0n),
    total_compressed_size: groups.reduce((sum, group) => sum + (group.total_compressed_size ?? 0n), 0n),
  }
}

function toCell({ name, type }: ExportColumn, value: CellValue): CellValue | Date {
  if (value === undefined || typeof value !== 'bigint')
    return type === 'text' && value !== undefined ? String(value) : value
  if (type === 'text') return value.toString()
  if (type === 'time' ? value >= 0n && value <= 8_640_000_000_000n : BigInt.asIntN(64, value) === value)
    return type === 'time' ? new Date(Number(value) * 1000) : value
  throw new ExportError('Parquet', name, value.toString().slice(0, 40))
}
