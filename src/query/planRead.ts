import { clipSelection, countLogs } from '../logs/columns/LogSelection.ts'
import type { RangeLogs } from '../logs/columns/RangeLogs.ts'
import type { BlockInterval } from '../logs/Coverage.ts'
import { withParts, type ParsedLogQuery, type Range } from '../logs/filter/ParsedLogQuery.ts'
import { hull, intersect, toIntervalSet } from '../logs/intervals.ts'
import { toLogsEvent } from '../logs/scan/toLogsEvent.ts'
import type { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import { emptyPages } from '../logs/snapshot/pages.ts'
import type { PageBounds } from '../logs/snapshot/SnapshotView.ts'
import type { LogsTarget } from './LogsConfig.ts'

/** What to read of a query that may have been read before. */
export interface ReadRequest {
  /** The only blocks to read; `undefined` for all. */
  readonly wanted: BlockInterval | undefined
  /** Whether to read the next page, for a query that is read in pages. */
  readonly nextPage?: boolean | undefined
  /** Blocks above this one may have been replaced since they were read. Followed ones have not. @default all are final */
  readonly finalTo?: bigint | undefined
  /** The last block to read while a follower keeps newer ones up to date; `undefined` without a follower. */
  readonly readTo: bigint | undefined
  /** The newest blocks with all their logs, if a follower has read them. */
  readonly recent?: RangeLogs | undefined
}

/** Blocks with all their logs, as a scan yields them. */
type CompleteLogs = ReturnType<typeof toLogsEvent>

export interface PlannedRead {
  /** `undefined` if there is nothing to read: the blocks of `known` are the whole page. */
  readonly query: ParsedLogQuery | undefined
  /** The next page, as far as a follower has read its blocks. */
  readonly known?: CompleteLogs | undefined
  /** Whether only the blocks of `query` are replaced. */
  readonly isPart?: boolean
  readonly isNextPage?: boolean
  /** The pages of a result that is read as a whole. */
  readonly pages?: PageBounds | undefined
}

/** Decides what to read: the whole query, some of its blocks, or its first or next page. */
export function planRead(
  { query, isPaged }: LogsTarget,
  earlier: LogsSnapshot | undefined,
  request: ReadRequest,
): PlannedRead | 'nothing' | 'newer pages first' {
  const { range } = query
  const pages = earlier?.pageBounds
  const last = pages?.starts.at(-1)
  // Cached pages that were shown offline may be far below the newest one.
  if (isPaged && (last === undefined || earlier?.fields.isTentative || 'blockHash' in range))
    return { query, pages: emptyPages(range) }
  if (isPaged && request.nextPage && earlier?.hasNextPage) {
    // All pages must be of one chain: that of the follower, once it has read the newest blocks.
    if (!request.recent && mayBeReplaced(last! - 1n, { ...request, readTo: undefined }))
      return 'newer pages first'
    return planPage(query, { from: pages!.from!, to: last! - 1n }, request.recent)
  }
  const whole = isPaged ? withParts(query, { limit: undefined }) : query
  const part = partOf(whole, earlier, request)
  if (part) return part === 'nothing' ? part : { query: part, isPart: true }
  if (!isPaged) return { query }
  // Read the existing pages again.
  return { query: withParts(whole, { range: { ...range, fromBlock: last } as Range }), pages }
}

/** Plans to read the newest blocks of a range that fill a page. Those that a follower keeps up to date must be as it has read them. */
function planPage(query: ParsedLogQuery, range: BlockInterval, recent: RangeLogs | undefined): PlannedRead {
  const limit = query.limit!
  const [shared] = recent ? intersect([recent.range], [range]) : []
  const page = { isPart: true, isNextPage: true }
  const older = (to: bigint, left: number) =>
    withParts(query, { range: { fromBlock: range.from, toBlock: to }, limit: left })
  if (!shared) return { ...page, query: older(range.to, limit) }
  const read = { range: shared, selection: clipSelection(recent!.selection, shared) }
  const known = toLogsEvent(read, query, limit, true)
  const left = limit - countLogs(known.selection)
  const isWhole = left <= 0 || known.range.from <= range.from
  return { ...page, known, query: isWhole ? undefined : older(known.range.from - 1n, left) }
}

/** Whether a block may have been replaced since it was read, so that newer ones must be read with it. */
function mayBeReplaced(block: bigint, { readTo, finalTo }: ReadRequest): boolean {
  return readTo === undefined && finalTo !== undefined && block > finalTo
}

/** The query limited to the blocks to read; `undefined` for all blocks. */
function partOf(
  query: ParsedLogQuery,
  earlier: LogsSnapshot | undefined,
  request: ReadRequest,
): ParsedLogQuery | 'nothing' | undefined {
  // Before the head is known, a part would leave the rest unread.
  const requested = earlier?.fields.isTentative ? undefined : earlier?.requested
  const { wanted, readTo, finalTo } = request
  if (!requested || 'blockHash' in query.range || (!wanted && readTo === undefined)) return undefined
  const to = readTo !== undefined && readTo < requested.to ? readTo : requested.to
  const isMixed = wanted && mayBeReplaced(wanted.to, request)
  const blocks = isMixed ? hull([wanted, { from: finalTo! + 1n, to }])! : (wanted ?? requested)
  // Blocks outside the query are not read.
  const [part] = intersect(toIntervalSet([blocks]), toIntervalSet([{ from: requested.from, to }]))
  return part ? withParts(query, { range: { fromBlock: part.from, toBlock: part.to } }) : 'nothing'
}
