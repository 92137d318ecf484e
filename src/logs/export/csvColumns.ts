import type { LogRow } from '../Log.ts'
import { toPlainValue } from './toPlainValue.ts'

/** A column of a CSV file, and how its text is read from a log. */
export interface CsvColumn {
  readonly name: string
  readonly read: (log: LogRow) => string
}

// The last second a JavaScript date can hold.
const lastSecond = 8_640_000_000_000n

/** The columns of a log as CSV: where it is, what it says, and the raw log. */
export const csvColumns: readonly CsvColumn[] = [
  { name: 'block_number', read: (log) => log.blockNumber.toString() },
  { name: 'block_time', read: (log) => isoTime(log.blockTimestamp) },
  { name: 'transaction_hash', read: (log) => log.transactionHash },
  { name: 'transaction_index', read: (log) => String(log.transactionIndex) },
  { name: 'log_index', read: (log) => String(log.logIndex) },
  { name: 'address', read: (log) => log.address },
  { name: 'event', read: (log) => log.decoded?.name ?? '' },
  { name: 'signature', read: (log) => log.decoded?.signature ?? '' },
  { name: 'arguments', read: readArguments },
  { name: 'topic0', read: (log) => log.topics[0] ?? '' },
  { name: 'topic1', read: (log) => log.topics[1] ?? '' },
  { name: 'topic2', read: (log) => log.topics[2] ?? '' },
  { name: 'topic3', read: (log) => log.topics[3] ?? '' },
  { name: 'data', read: (log) => log.data },
  { name: 'block_hash', read: (log) => log.blockHash },
  { name: 'removed', read: (log) => String(log.removed) },
]

function isoTime(seconds: bigint | undefined): string {
  if (seconds === undefined) return ''
  return seconds < 0n || seconds > lastSecond
    ? seconds.toString()
    : new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z')
}

/** A list, not an object: names may be empty or repeated. */
function readArguments({ decoded }: LogRow): string {
  if (!decoded) return ''
  return JSON.stringify(
    decoded.args.map(({ name, type, value, hashed }) => ({
      name,
      type,
      value: toPlainValue(value),
      ...(hashed && { hashed }),
    })),
  )
}
