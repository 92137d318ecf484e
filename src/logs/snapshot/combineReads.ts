import { clipToRanges } from '../columns/LogSelection.ts'
import type { LogSelection } from '../columns/LogSelection.ts'
import { hull, intersect, subtract, toIntervalSet, unite } from '../intervals.ts'
import type { IntervalSet } from '../intervals.ts'
import { subtractFailed } from './failedIntervals.ts'
import { sortByBlock, trimToLimit } from './heldLogs.ts'
import { LogsSnapshot } from './LogsSnapshot.ts'
import { everything } from './SnapshotView.ts'
import type { SnapshotFields } from './SnapshotView.ts'

/**
 * Lays a partial result over an earlier one of the same query: earlier logs stay where the new result has none yet,
 * or has failed. Blocks still to be read keep their earlier coverage; failed ones do not.
 */
export function layOver(partial: LogsSnapshot, { fields: earlier }: LogsSnapshot): LogsSnapshot {
  const next = partial.fields
  const { read, trimmedRead, previewed, failed, head, held } = next
  if (!next.requested) return partial
  // Before the head is known, the query may reach further than its planned range.
  const both = toIntervalSet([next.requested, ...(earlier.requested ? [earlier.requested] : [])])
  const requested = (head === undefined && hull(both)) || next.requested
  const unread = subtract(subtract([requested], read), trimmedRead)
  const open = subtract(unread, toIntervalSet(failed.map(({ range }) => range)))
  const kept = intersect(earlier.read, open)
  const keptTrimmed = intersect(earlier.trimmedRead, open)
  const hasEarlierLogs = earlier.held.length > 0
  const fields = trimToLimit({
    ...next,
    held: sortByBlock([
      ...(hasEarlierLogs ? confirmedLogs(next) : held),
      ...clipToRanges(earlier.held, unread),
    ]),
    previewed: hasEarlierLogs ? [] : previewed,
    requested,
    isTentative: next.isTentative && (earlier.isTentative || !earlier.requested),
    read: unite(read, kept),
    archived: unite(next.archived, intersect(earlier.archived, unread)),
    trimmedRead: unite(trimmedRead, keptTrimmed),
    pending: subtract(subtract(open, kept), keptTrimmed),
    reorgFrom: earlier.reorgFrom,
  })
  return new LogsSnapshot(fields)
}

/**
 * Replaces the blocks of `part` in a result by their new logs and failures.
 *
 * @param rejected Logs that were left out before `part` was read: the result may have some of its blocks already.
 */
export function replaceBlocks(
  snapshot: LogsSnapshot,
  { fields: part }: LogsSnapshot,
  rejected = snapshot.rejected,
): LogsSnapshot {
  const { fields } = snapshot
  const { held, read, archived, trimmedRead, pending, failed, requested } = fields
  if (!part.requested || !requested) return snapshot
  const again = toIntervalSet([part.requested])
  const reread = unite(part.read, part.trimmedRead)
  const redone = unite(reread, toIntervalSet(part.failed.map(({ range }) => range)))
  const verified = unite(subtract(read, redone), part.read)
  const keptTrimmed = unite(subtract(trimmedRead, redone), part.trimmedRead)
  const allFailed = [...subtractFailed(failed, again), ...part.failed]
  const next = trimToLimit({
    ...fields,
    held: sortByBlock([...clipToRanges(held, subtract([requested], reread)), ...confirmedLogs(part)]),
    read: verified,
    archived: unite(subtract(archived, reread), part.archived),
    trimmedRead: keptTrimmed,
    pending: unite(subtract(pending, again), subtract(part.pending, unite(verified, keptTrimmed))),
    failed: allFailed.sort((a, b) => (a.range.from < b.range.from ? -1 : 1)),
    rejected: rejected + part.rejected,
  })
  return new LogsSnapshot(next)
}

/** A result without some blocks. */
export function removeBlocks(snapshot: LogsSnapshot, blocks: IntervalSet): LogsSnapshot {
  return blocks.length === 0 ? snapshot : new LogsSnapshot(withoutBlocks(snapshot.fields, blocks))
}

export function withoutBlocks(fields: SnapshotFields, blocks: IntervalSet): SnapshotFields {
  return {
    ...fields,
    held: clipToRanges(fields.held, subtract([everything], blocks)),
    read: subtract(fields.read, blocks),
    trimmedRead: subtract(fields.trimmedRead, blocks),
    pending: subtract(fields.pending, blocks),
    failed: subtractFailed(fields.failed, blocks),
  }
}

/** The logs without previewed ones. */
function confirmedLogs({ held, previewed }: SnapshotFields): readonly LogSelection[] {
  return previewed.length === 0 ? held : clipToRanges(held, subtract([everything], previewed))
}
