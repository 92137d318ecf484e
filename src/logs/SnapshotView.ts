import type { BlockInterval, Coverage } from './Coverage.ts'
import { cutToLimit, splitAt } from './cutToLimit.ts'
import { failedOutside } from './failedOutside.ts'
import { intersect, subtract, unite } from './intervals.ts'
import type { IntervalSet } from './intervals.ts'
import { countLogs } from './LogSelection.ts'
import type { LogSelection } from './LogSelection.ts'

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
  readonly failed: Coverage['failed']
  readonly asked: BlockInterval | undefined
  readonly head: bigint | undefined
  readonly dropped: number
  /** Logs from this block on may still be removed: those before it are not needed beyond the limit. */
  readonly settled: bigint | undefined
  /** Progress that this run has shown: it does not go back. */
  readonly shownProgress: number
}

/** What the limit lets through, and what is known of the blocks then. */
export interface SnapshotView {
  /** Oldest first. */
  readonly selections: readonly LogSelection[]
  readonly count: number
  /** The block of the last log, in the order of the query. */
  readonly edge: bigint | undefined
  readonly coverage: Coverage
}

export const everything: BlockInterval = { from: 0n, to: 2n ** 64n }

/** Applies the limit: logs beyond it are left out, and so is what is missing there. */
export function viewOf(fields: SnapshotFields): SnapshotView {
  const { held, order, limit, read, released, pending, failed } = fields
  const { selections, beyond } = cutToLimit(held, order, limit)
  const count = selections.reduce((sum, one) => sum + countLogs(one), 0)
  const edge = edgeOf(selections, order)
  if (edge === undefined || count < limit)
    return { selections, count, edge, coverage: { verified: read, trimmed: released, pending, failed } }
  const cut = beyond === undefined ? [] : [splitAt(everything, beyond, order).cut]
  const past = order === 'desc' ? { from: 0n, to: edge - 1n } : { from: edge + 1n, to: everything.to }
  return {
    selections,
    count,
    edge,
    coverage: {
      verified: subtract(read, cut),
      trimmed: unite(released, intersect(read, cut)),
      pending: subtract(pending, [past]),
      failed: failedOutside(failed, [past]),
    },
  }
}

function edgeOf(selections: readonly LogSelection[], order: 'asc' | 'desc'): bigint | undefined {
  const last = order === 'desc' ? selections.find(countLogs) : selections.findLast(countLogs)
  if (!last) return undefined
  const { segment, rows } = last
  const at = order === 'desc' ? 0 : countLogs(last) - 1
  return segment.blockNumber(rows ? rows[at]! : at)
}
