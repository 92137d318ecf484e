import type { LogRow } from '../Log.ts'
import { amountColumns, type UnitMap } from './amountColumns.ts'
import type { ExportColumn } from './ExportColumn.ts'
import { toExportValue } from './toCellText.ts'

const place: readonly ExportColumn[] = [
  { name: 'block_number', type: 'integer', read: (log) => log.blockNumber },
  { name: 'block_time', type: 'time', read: (log) => log.blockTimestamp },
  { name: 'transaction_hash', type: 'text', read: (log) => log.transactionHash },
  { name: 'transaction_index', type: 'integer', read: (log) => BigInt(log.transactionIndex) },
  { name: 'log_index', type: 'integer', read: (log) => BigInt(log.logIndex) },
  { name: 'address', type: 'text', read: (log) => log.address.toLowerCase() },
]

/** Only for rows of several networks. */
export const chainColumn: ExportColumn = {
  name: 'chain_id',
  type: 'integer',
  read: (log) => ('chainId' in log ? BigInt(log.chainId as number) : undefined),
}

const event: readonly ExportColumn[] = [
  { name: 'event', type: 'text', read: (log) => log.decoded?.name },
  { name: 'signature', type: 'text', read: (log) => log.decoded?.signature },
]

/** All arguments of an event in one cell. */
const inOneCell: readonly ExportColumn[] = [{ name: 'arguments', type: 'text', read: readArguments }]

const raw: readonly ExportColumn[] = [
  ...[0, 1, 2, 3].map((at): ExportColumn => ({
    name: `topic${at}`,
    type: 'text',
    read: (log) => log.topics[at],
  })),
  { name: 'data', type: 'text', read: (log) => log.data },
  { name: 'block_hash', type: 'text', read: (log) => log.blockHash },
  { name: 'removed', type: 'boolean', read: (log) => log.removed },
]

/**
 * The columns of exported logs: position, decoded event, and the raw log for events that cannot be decoded. Arguments
 * have the given columns, or else one cell as JSON.
 */
export function exportColumns(
  content: 'decoded' | 'raw',
  args: readonly ExportColumn[] = inOneCell,
  units?: UnitMap,
): readonly ExportColumn[] {
  return content === 'raw'
    ? [...place, ...raw]
    : [...place, ...event, ...args, ...(units ? amountColumns(units) : []), ...raw]
}

/** A list, not an object, because names may be empty or repeated. */
function readArguments({ decoded }: LogRow): string | undefined {
  if (!decoded) return undefined
  return JSON.stringify(
    decoded.args.map(({ name, type, value, hashed }) => ({
      name,
      type,
      value: toExportValue(value, type),
      ...(hashed && { hashed }),
    })),
  )
}
