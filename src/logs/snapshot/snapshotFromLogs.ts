import { packLogs } from '../columns/packLogs.ts'
import type { LogQueryJson } from '../filter/ParsedLogQuery.ts'
import { later } from '../intervals.ts'
import type { RawLog } from '../Log.ts'
import { LogsSnapshot } from './LogsSnapshot.ts'

/**
 * A snapshot with given logs as the complete result of a query. A range without numbers begins at block 0 or ends
 * with the last log.
 */
export function snapshotFromLogs(
  logs: Iterable<RawLog>,
  { fromBlock, toBlock, blockHash, order, limit = Number.POSITIVE_INFINITY }: Partial<LogQueryJson>,
): LogsSnapshot {
  const segment = packLogs(logs)
  const first = segment.length > 0 ? segment.blockNumber(0) : 0n
  const last = segment.length > 0 ? segment.blockNumber(segment.length - 1) : first
  const from = blockHash ? first : (toNumber(fromBlock) ?? 0n)
  const to = toNumber(toBlock) ?? later(last, from)
  const requested = { from, to }
  return new LogsSnapshot({
    ...LogsSnapshot.empty.fields,
    held: [{ segment, rows: undefined }],
    order: order ?? 'asc',
    limit,
    read: [requested],
    requested,
    head: to,
  })
}

const toNumber = (end: string | undefined) => (end && /^\d+$/.test(end) ? BigInt(end) : undefined)
