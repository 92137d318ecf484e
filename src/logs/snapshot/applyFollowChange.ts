import { applyChange } from '../follow/applyChange.ts'
import type { FollowChange } from '../follow/FollowState.ts'
import { intersect, subtract, toIntervalSet, unite } from '../intervals.ts'
import { removeBlocks } from './combineReads.ts'
import { subtractFailed } from './failedIntervals.ts'
import { lowerBounds, raiseBounds } from './pages.ts'
import { everything } from './SnapshotView.ts'
import type { SnapshotFields } from './SnapshotView.ts'

/** A result after a change at the head. Blocks from `reorgFrom` on may still be replaced. */
export function applyFollowChange(
  fields: SnapshotFields,
  change: FollowChange,
  reorgFrom: bigint,
): SnapshotFields {
  const { held, read, archived, trimmedRead, pending, failed, requested, pages } = fields
  const { range, head } = change
  // Final blocks below the range stay, even if the only endpoint has fallen behind them.
  const top = head.number < range.from ? range.from - 1n : head.number
  const to = range.to < top ? range.to : top
  // Blocks above no longer exist.
  const exists = [{ from: 0n, to }]
  const found = intersect(toIntervalSet([range]), exists)
  return {
    ...fields,
    held: applyChange(held, change, subtract(found, read)),
    read: unite(intersect(read, exists), found),
    archived: subtract(archived, found),
    trimmedRead: subtract(intersect(trimmedRead, exists), found),
    pending: subtract(intersect(pending, exists), found),
    failed: subtractFailed(subtractFailed(failed, found), [{ from: to + 1n, to: everything.to }]),
    requested: { from: requested?.from ?? range.from, to },
    head: to,
    reorgFrom,
    pages: lowerBounds(pages, to),
  }
}

/** A result without blocks more than `window` below the head. */
export function slideWindow(fields: SnapshotFields, window: bigint | undefined): SnapshotFields {
  const { requested, head, pages } = fields
  if (window === undefined || !requested || head === undefined) return fields
  const from = head - window > requested.from ? head - window : requested.from
  if (from === 0n) return fields
  return {
    ...removeBlocks(fields, [{ from: 0n, to: from - 1n }]),
    requested: { from, to: requested.to },
    pages: raiseBounds(pages, head - window),
  }
}
