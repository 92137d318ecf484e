import type { LogColumns } from '../../logs/archive/archiveSchema.ts'
import { RowPacker } from '../../logs/archive/RowPacker.ts'
import type { LogSegment } from '../../logs/columns/LogSegment.ts'
import type { BlockInterval } from '../../logs/Coverage.ts'
import { ByteColumn, type Column } from '../../logs/parquet/ByteColumn.ts'
import { runInSlices } from '../../rpc/runInSlices.ts'
import { columnNames, numberColumns } from './fileColumns.ts'

/** Packs rows. `undefined` if they are not logs of these blocks. */
export async function packRows(columns: LogColumns, blocks: BlockInterval): Promise<LogSegment | undefined> {
  const packer = new RowPacker(blocks, columns.address.length)
  const parts = columnNames.map((name) => {
    const page = (numberColumns.has(name) ? toNumbers : toBytes)(columns[name])
    return [name, page.length > 0 ? [{ page, from: 0, to: page.length }] : []]
  })
  if (!packer.add(Object.fromEntries(parts) as Parameters<RowPacker['add']>[0])) return undefined
  return (await runInSlices(packer.finishing())).result
}

/** `NaN` for a missing number. */
function toNumbers(values: ArrayLike<unknown>): Float64Array {
  return Float64Array.from(values, (value) =>
    value === null || value === undefined ? Number.NaN : Number(value),
  )
}

/** Byte strings; numbers, which the packer refuses, if there is anything else. */
function toBytes(values: ArrayLike<unknown>): Column {
  const bytes = Array.from(values, (value) =>
    value === null || value === undefined ? undefined : value instanceof Uint8Array ? value : false,
  )
  return bytes.every((value) => value !== false) ? ByteColumn.from(bytes) : new Float64Array(values.length)
}
