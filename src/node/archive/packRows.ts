import type { LogColumnName, LogColumns } from '../../logs/archive/archiveSchema.ts'
import { RowPacker } from '../../logs/archive/RowPacker.ts'
import type { LogSegment } from '../../logs/columns/LogSegment.ts'
import type { BlockInterval } from '../../logs/Coverage.ts'
import { ByteColumn } from '../../logs/parquet/ByteColumn.ts'
import type { Column } from '../../logs/parquet/ByteColumn.ts'

/** Packs rows at once. `undefined` if they are not logs of these blocks. */
export function packRows(columns: LogColumns, blocks: BlockInterval): LogSegment | undefined {
  const packer = new RowPacker(blocks, columns.address.length)
  const partOf = (name: LogColumnName, toColumn: (values: ArrayLike<unknown>) => Column) => {
    const page = toColumn(columns[name])
    return page.length > 0 ? [{ page, from: 0, to: page.length }] : []
  }
  const isPacked = packer.add({
    address: partOf('address', toBytes),
    topic0: partOf('topic0', toBytes),
    block_number: partOf('block_number', toNumbers),
    log_index: partOf('log_index', toNumbers),
    transaction_index: partOf('transaction_index', toNumbers),
    topic1: partOf('topic1', toBytes),
    topic2: partOf('topic2', toBytes),
    topic3: partOf('topic3', toBytes),
    data: partOf('data', toBytes),
    transaction_hash: partOf('transaction_hash', toBytes),
    block_hash: partOf('block_hash', toBytes),
    block_timestamp: partOf('block_timestamp', toNumbers),
  })
  if (!isPacked) return undefined
  const finishing = packer.finishing()
  for (;;) {
    const { done, value } = finishing.next()
    if (done) return value
  }
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
