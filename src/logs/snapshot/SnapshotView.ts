import type { BlockInterval, Coverage } from '../Coverage.ts'
import { cutToLimit, splitAt } from '../columns/cutToLimit.ts'
import { subtractFailed } from './failedIntervals.ts'
import { countBlocks, covers, intersect, subtract, toIntervalSet, unite } from '../intervals.ts'
import type { IntervalSet } from '../intervals.ts'
import { countLogs } from '../columns/LogSelection.ts'
import type { LogSelection } from '../columns/LogSelection.ts'

export interface SnapshotFields {
  /** The logs at hand, packed, oldest first. More than `limit` while live: removals must not leave too few. */
  readonly held: readonly LogSelection[]
  readonly order: 'asc' | 'desc'
  readonly limit: number
  /** Blocks of which `held` has every log. */
  readonly read: IntervalSet
  /** Blocks that were read, with logs beyond the limit that are not held any more. */
  readonly released: IntervalSet
  readonly pending: IntervalSet
  /** Blocks not read yet of which `held` has logs that may not be all. */
  readonly previewed: IntervalSet
  readonly failed: Coverage['failed']
  readonly requested: BlockInterval | undefined
  readonly head: bigint | undefined
  readonly rejected: number
  /** Logs from this block on may still be removed: those before it are not needed beyond the limit. */
  readonly settled: bigint | undefined
  /** Progress that this run has shown: it does not go back. */
  readonly shownProgress: number
}

type Limited = Pick<SnapshotView, 'selections' | 'count' | 'edge' | 'coverage'>

/** What the limit lets through, and what is known of the blocks then. */
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

/** How far the reading of a query has come. */
export interface ScanProgress {
  /** From 0 to 1: the greater of logs by `limit` and blocks read by blocks requested. It rises during a run; 1 is complete. */
  readonly fraction: number
  /** Blocks read: verified or trimmed. */
  readonly read: bigint
  /** Blocks requested that a node has shown. */
  readonly total: bigint
  /** The blocks requested; once there are as many logs as the limit allows, those that these span. */
  readonly range: BlockInterval | undefined
}

export const everything: BlockInterval = { from: 0n, to: 2n ** 64n }

export function viewOf(fields: SnapshotFields): SnapshotView {
  const limited = applyLimit(fields)
  const isComplete = isWhole(fields, limited)
  return { ...limited, isComplete, progress: progressOf(fields, limited, isComplete) }
}

/** Logs beyond the limit are left out, and so is what is missing there. */
function applyLimit({ held, order, limit, read, released, pending, failed }: SnapshotFields): Limited {
  const { selections, beyond } = cutToLimit(held, order, limit)
  const count = selections.reduce((sum, one) => sum + countLogs(one), 0)
  const edge = edgeOf(selections, order)
  if (edge === undefined || count < limit) {
    // There is room again for what was let go of.
    const coverage = { verified: read, trimmed: [], pending: unite(pending, released), failed }
    return { selections, count, edge, coverage }
  }
  const cut = beyond === undefined ? [] : [splitAt(everything, beyond, order).cut]
  const past = order === 'desc' ? { from: 0n, to: edge - 1n } : { from: edge + 1n, to: everything.to }
  const trimmed = intersect(released, unite([past], [{ from: edge, to: edge }]))
  return {
    selections,
    count,
    edge,
    coverage: {
      verified: subtract(read, cut),
      trimmed: unite(trimmed, intersect(read, cut)),
      pending: unite(subtract(pending, [past]), subtract(released, trimmed)),
      failed: subtractFailed(failed, [past]),
    },
  }
}

/**
 * Everything requested is verified; or there are as many logs as the limit allows, and everything from the query's end to
 * the last of them was read.
 */
function isWhole(
  { requested, order, limit, head }: SnapshotFields,
  { count, edge, coverage }: Limited,
): boolean {
  if (!requested) return false
  // It begins above the head: its blocks are not there yet.
  if (requested.from > requested.to) return head !== undefined && requested.from <= head
  const { verified, trimmed } = coverage
  if (covers(verified, requested)) return true
  if (count < limit || edge === undefined) return false
  return covers(unite(verified, trimmed), neededFor(requested, edge, order))
}

function progressOf(
  { requested, head, order, limit, read, released, shownProgress }: SnapshotFields,
  { count, edge }: Limited,
  isComplete: boolean,
): ScanProgress {
  const reachable = toIntervalSet(
    requested
      ? [{ from: requested.from, to: head !== undefined && head < requested.to ? head : requested.to }]
      : [],
  )
  const total = countBlocks(reachable)
  const readBlocks = countBlocks(intersect(unite(read, released), reachable))
  const byBlocks = total === 0n ? 0 : Number((readBlocks * 10_000n) / total) / 10_000
  const fraction = isComplete ? 1 : Math.min(Math.max(byBlocks, count / limit, shownProgress), 0.9999)
  const isFull = count >= limit && edge !== undefined
  const range = requested && isFull ? neededFor(requested, edge, order) : requested
  return { fraction, read: readBlocks, total, range }
}

/** The blocks from the query's end to the block of its last log. */
function neededFor(requested: BlockInterval, edge: bigint, order: 'asc' | 'desc'): BlockInterval {
  return order === 'desc' ? { from: edge, to: requested.to } : { from: requested.from, to: edge }
}

function edgeOf(selections: readonly LogSelection[], order: 'asc' | 'desc'): bigint | undefined {
  const last = order === 'desc' ? selections.find(countLogs) : selections.findLast(countLogs)
  if (!last) return undefined
  const { segment, rows } = last
  const at = order === 'desc' ? 0 : countLogs(last) - 1
  return segment.blockNumber(rows ? rows[at]! : at)
}
