import { clipToRanges } from '../columns/LogSelection.ts'
import { applyChange } from '../follow/applyChange.ts'
import { clipChange } from '../follow/clipChange.ts'
import type { FollowChange } from '../follow/FollowState.ts'
import { earlier, intersect, later, subtract, toIntervalSet, unite } from '../intervals.ts'
import { withoutBlocks } from './combineReads.ts'
import { subtractFailed } from './failedIntervals.ts'
import { trimToLimit } from './heldLogs.ts'
import { LogsSnapshot } from './LogsSnapshot.ts'
import { lowerBounds, raiseBounds } from './pages.ts'
import { everything, type SnapshotFields } from './SnapshotView.ts'

/**
 * A result after a change at the head. Blocks from `reorgFrom` on may still be replaced. If removals leave fewer logs than the
 * limit, trimmed blocks become pending, to be read again.
 */
export function applyFollowChange(
  snapshot: LogsSnapshot,
  change: FollowChange,
  reorgFrom: bigint,
  window?: bigint,
): LogsSnapshot {
  const oldest = snapshot.pageBounds && snapshot.requested?.from
  // All pages are above the head: read them from scratch.
  if (oldest !== undefined && change.head.number < oldest) return LogsSnapshot.empty
  const shown = oldest === undefined ? change : clipChange(change, oldest)
  const fields = trimToLimit(slide(applyToFields(snapshot.fields, shown, reorgFrom), window))
  const next = new LogsSnapshot(fields)
  if (!snapshot.isComplete || next.isComplete) return next
  const { read, failed, requested, pending } = fields
  const known = unite(read, toIntervalSet(failed.map(({ range }) => range)))
  return new LogsSnapshot({
    ...fields,
    trimmedRead: [],
    pending: unite(pending, subtract(toIntervalSet(requested ? [requested] : []), known)),
    shownProgress: 0,
  })
}

/** A result without blocks more than `window` below the head. They stay removed if the head goes back or a change reads them again. */
export function slideWindow(snapshot: LogsSnapshot, window: bigint | undefined): LogsSnapshot {
  const fields = slide(snapshot.fields, window)
  return fields === snapshot.fields ? snapshot : new LogsSnapshot(fields)
}

function applyToFields(fields: SnapshotFields, change: FollowChange, reorgFrom: bigint): SnapshotFields {
  const { held, read, archived, trimmedRead, pending, failed, requested, pages } = fields
  const { range, head } = change
  // Final blocks below the range stay, even if the only endpoint has fallen behind them.
  const top = later(head.number, range.from - 1n)
  const to = earlier(range.to, top)
  // Blocks above no longer exist.
  const exists = [{ from: 0n, to }]
  const isLower = fields.head !== undefined && to < fields.head
  const found = intersect(toIntervalSet([range]), exists)
  const from = requested?.from ?? range.from
  // As a query that begins above the head, it waits for its first block.
  const awaited = to < from ? [{ from, to: from }] : []
  return {
    ...fields,
    // A scan may have read blocks that the endpoint of the change does not have yet.
    held: applyChange(isLower ? clipToRanges(held, exists) : held, change, subtract(found, read)),
    read: unite(intersect(read, exists), found),
    archived: subtract(archived, found),
    trimmedRead: subtract(intersect(trimmedRead, exists), found),
    pending: unite(subtract(intersect(pending, exists), found), awaited),
    failed: subtractFailed(subtractFailed(failed, found), [{ from: to + 1n, to: everything.to }]),
    requested: { from, to },
    isTentative: false,
    head: to,
    readHead: undefined,
    reorgFrom,
    pages: lowerBounds(pages, to),
  }
}

function slide(fields: SnapshotFields, window: bigint | undefined): SnapshotFields {
  const { requested, head, pages } = fields
  if (window === undefined || !requested || head === undefined) return fields
  const from = later(head - window, requested.from)
  if (from === 0n) return fields
  return {
    ...withoutBlocks(fields, [{ from: 0n, to: from - 1n }]),
    requested: { from, to: requested.to },
    pages: raiseBounds(pages, head - window),
  }
}
