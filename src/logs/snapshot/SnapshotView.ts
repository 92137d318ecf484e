import { cutToLimit, splitAt } from '../columns/cutToLimit.ts'
import { countLogs, countLogsIn, spanOf, type LogSelection } from '../columns/LogSelection.ts'
import type { BlockInterval, Coverage } from '../Coverage.ts'
import {
  countBlocks,
  covers,
  earlier,
  intersect,
  subtract,
  toIntervalSet,
  unite,
  type IntervalSet,
} from '../intervals.ts'
import { subtractFailed } from './failedIntervals.ts'

export interface SnapshotFields {
  /** The logs in memory, packed, oldest first. More than `limit` while live, so that removals do not leave too few. */
  readonly held: readonly LogSelection[]
  readonly order: 'asc' | 'desc'
  readonly limit: number
  /** Blocks of which `held` has every log. */
  readonly read: IntervalSet
  /** Blocks whose logs in `held` come from an archive. May contain blocks that are not in `read`. */
  readonly archived: IntervalSet
  /** Blocks that were read, but whose logs were dropped beyond the limit. */
  readonly trimmedRead: IntervalSet
  readonly pending: IntervalSet
  /** Pending blocks for which `held` has some logs; others may be missing. */
  readonly previewed: IntervalSet
  readonly failed: Coverage['failed']
  readonly requested: BlockInterval | undefined
  /** The query reaches beyond `requested`, up to a head that is not known yet. */
  readonly isTentative: boolean
  /** The newest known block. While a query ends with a tag below its first block: the block of the tag. */
  readonly head: bigint | undefined
  /** Set while some blocks have last been read at this earlier head. */
  readonly readHead?: bigint | undefined
  readonly rejected: number
  /** Logs from this block on may still be removed: older ones are not needed beyond the limit. */
  readonly reorgFrom: bigint | undefined
  /** The progress shown in this run: it does not decrease. */
  readonly shownProgress: number
  /** Set for a query that is read in pages. */
  readonly pages: PageBounds | undefined
}

/** Where the pages of a query end. They are read newest first, and each has whole blocks, so that new logs move no boundary. */
export interface PageBounds {
  /** The first block of the query; `undefined` until the head is known, if it depends on that. */
  readonly from: bigint | undefined
  /** The first block of each page that was read, newest page first. */
  readonly starts: readonly bigint[]
}

type Limited = Pick<SnapshotView, 'selections' | 'count' | 'edge' | 'coverage'>

/** The shown part of a snapshot: logs up to the limit, and their coverage. */
export interface SnapshotView {
  /** Oldest first. */
  readonly selections: readonly LogSelection[]
  readonly count: number
  /** The block of the last log, in the order of the query. */
  readonly edge: bigint | undefined
  readonly coverage: Coverage
  readonly isComplete: boolean
  readonly progress: ScanProgress
}

/** How much of a query has been read. */
export interface ScanProgress {
  /**
   * From 0 to 1: the greater of the share of `limit` that logs of read blocks make up, and the share of the range's blocks that
   * are read. 1 means complete.
   */
  readonly fraction: number
  /** Blocks read: verified or trimmed. */
  readonly read: bigint
  /** Requested blocks up to the head. */
  readonly total: bigint
  /** The requested blocks; once the limit is reached, the blocks that the logs span. */
  readonly range: BlockInterval | undefined
}

export const everything: BlockInterval = { from: 0n, to: 2n ** 64n }

export function viewOf(fields: SnapshotFields): SnapshotView {
  const limited = applyLimit(fields)
  const isComplete = isWhole(fields, limited)
  const archived = intersect(fields.archived, limited.coverage.verified)
  const coverage = archived.length > 0 ? { ...limited.coverage, archived } : limited.coverage
  return { ...limited, coverage, isComplete, progress: progressOf(fields, limited, isComplete) }
}

/** Leaves out logs beyond the limit, and pending or failed blocks there. */
function applyLimit({ held, order, limit, read, trimmedRead, pending, failed }: SnapshotFields): Limited {
  const { selections, beyond } = cutToLimit(held, order, limit)
  const count = selections.reduce((sum, one) => sum + countLogs(one), 0)
  const edge = edgeOf(selections, order)
  if (edge === undefined || count < limit) {
    // Dropped logs would fit the limit again, so their blocks must be read again.
    const coverage = { verified: read, trimmed: [], pending: unite(pending, trimmedRead), failed }
    return { selections, count, edge, coverage }
  }
  const cut = beyond === undefined ? [] : [splitAt(everything, beyond, order).cut]
  const past = order === 'desc' ? { from: 0n, to: edge - 1n } : { from: edge + 1n, to: everything.to }
  const trimmed = intersect(trimmedRead, unite([past], [{ from: edge, to: edge }]))
  return {
    selections,
    count,
    edge,
    coverage: {
      verified: subtract(read, cut),
      trimmed: unite(trimmed, intersect(read, cut)),
      pending: unite(subtract(pending, [past]), subtract(trimmedRead, trimmed)),
      failed: subtractFailed(failed, [past]),
    },
  }
}

/** Whether all requested blocks are verified, or the limit is reached and all blocks up to the last log were read. */
function isWhole(
  { requested, isTentative, order, limit }: SnapshotFields,
  { count, edge, coverage }: Limited,
): boolean {
  // A query that begins above its last block waits for its first one.
  if (!requested || requested.from > requested.to) return false
  const { verified, trimmed } = coverage
  if (!isTentative && covers(verified, requested)) return true
  if (isTentative && order === 'desc') return false
  if (count < limit || edge === undefined) return false
  return covers(unite(verified, trimmed), neededFor(requested, edge, order))
}

function progressOf(
  { requested, isTentative, head, order, limit, read, trimmedRead, shownProgress }: SnapshotFields,
  { selections, count, edge, coverage }: Limited,
  isComplete: boolean,
): ScanProgress {
  const reachable = toIntervalSet(
    requested ? [{ from: requested.from, to: earlier(head ?? requested.to, requested.to) }] : [],
  )
  const total = countBlocks(reachable)
  const readBlocks = countBlocks(intersect(unite(read, trimmedRead), reachable))
  const byBlocks = total === 0n || isTentative ? 0 : Number((readBlocks * 10_000n) / total) / 10_000
  const fraction = isComplete ? 1 : Math.min(Math.max(byBlocks, byLogs(), shownProgress), 0.9999)
  const isFull = count >= limit && edge !== undefined
  const range = requested && isFull ? neededFor(requested, edge, order) : requested
  return { fraction, read: readBlocks, total, range }

  function byLogs(): number {
    if (!Number.isFinite(limit)) return 0
    // Logs of blocks that are still being read, or read again, may turn out to be others.
    return countLogsIn(selections, unite(coverage.verified, coverage.trimmed)) / limit
  }
}

/** The blocks from where the query begins to the block of its last log. */
function neededFor(requested: BlockInterval, edge: bigint, order: 'asc' | 'desc'): BlockInterval {
  return order === 'desc' ? { from: edge, to: requested.to } : { from: requested.from, to: edge }
}

function edgeOf(selections: readonly LogSelection[], order: 'asc' | 'desc'): bigint | undefined {
  const last = order === 'desc' ? selections.find(countLogs) : selections.findLast(countLogs)
  if (!last) return undefined
  const { from, to } = spanOf(last)
  return order === 'desc' ? from : to
}
