import type { BlockInterval } from '../logs/Coverage.ts'
import { withParts } from '../logs/filter/ParsedLogQuery.ts'
import type { ParsedLogQuery, Range } from '../logs/filter/ParsedLogQuery.ts'
import { hull, intersect, toIntervalSet } from '../logs/intervals.ts'
import type { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
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
}

export interface PlannedRead {
  readonly query: ParsedLogQuery
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
  if (isPaged && (last === undefined || 'blockHash' in range))
    return { query, pages: { from: firstBlockOf(range), starts: [] } }
  if (isPaged && request.nextPage && earlier?.hasNextPage) {
    // All pages must be of one chain.
    if (mayBeReplaced(last! - 1n, request)) return 'newer pages first'
    const older = { fromBlock: pages!.from!, toBlock: last! - 1n }
    return { query: withParts(query, { range: older }), isPart: true, isNextPage: true }
  }
  const whole = isPaged ? withParts(query, { limit: undefined }) : query
  const part = partOf(whole, earlier, request)
  if (part) return part === 'nothing' ? part : { query: part, isPart: true }
  if (!isPaged) return { query }
  // Read the existing pages again.
  return { query: withParts(whole, { range: { ...range, fromBlock: last } as Range }), pages }
}

/** The first block of a range, if it does not depend on the head. */
function firstBlockOf(range: Range): bigint | undefined {
  if ('blockHash' in range) return undefined
  const { fromBlock } = range
  return fromBlock === 'earliest' ? 0n : typeof fromBlock === 'bigint' ? fromBlock : undefined
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
  const requested = earlier?.requested
  const { wanted, readTo, finalTo } = request
  if (!requested || 'blockHash' in query.range || (!wanted && readTo === undefined)) return undefined
  const to = readTo !== undefined && readTo < requested.to ? readTo : requested.to
  const isMixed = wanted && mayBeReplaced(wanted.to, request)
  const blocks = isMixed ? hull([wanted, { from: finalTo! + 1n, to }])! : (wanted ?? requested)
  // Blocks outside the query are not read.
  const [part] = intersect(toIntervalSet([blocks]), toIntervalSet([{ from: requested.from, to }]))
  return part ? withParts(query, { range: { fromBlock: part.from, toBlock: part.to } }) : 'nothing'
}
