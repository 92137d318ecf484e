import { clipToRanges, type LogSelection } from '../columns/LogSelection.ts'
import type { BlockInterval } from '../Coverage.ts'
import {
  earlier,
  hull,
  intersect,
  later,
  subtract,
  toIntervalSet,
  unite,
  type IntervalSet,
} from '../intervals.ts'
import { subtractFailed } from './failedIntervals.ts'
import { sortByBlock, trimToLimit } from './heldLogs.ts'
import { LogsSnapshot } from './LogsSnapshot.ts'
import { everything, type SnapshotFields } from './SnapshotView.ts'

/**
 * Lays a partial result over an earlier one of the same query: earlier logs stay where the new result has none yet,
 * or has failed. Blocks still to be read keep their earlier coverage; failed ones do not.
 *
 * @param finalTo Later blocks may have been replaced since the earlier result: once one of them is read again, the coverage of the
 * others ends, because all must be of one chain. @default all are final
 */
export function layOver(partial: LogsSnapshot, earlierResult: LogsSnapshot, finalTo?: bigint): LogsSnapshot {
  const before = earlierResult.fields
  const next = partial.fields
  const { read, trimmedRead, previewed, failed, head, held } = next
  if (!next.requested) return partial
  // Before the head is known, the query may reach further than its planned range.
  const both = toIntervalSet([next.requested, ...(before.requested ? [before.requested] : [])])
  const requested = (head === undefined && hull(both)) || next.requested
  const unread = subtract(subtract([requested], read), trimmedRead)
  const open = subtract(unread, toIntervalSet(failed.map(({ range }) => range)))
  // Blocks above the head do not exist, or no longer do.
  const existing = head === undefined ? open : intersect(open, [{ from: 0n, to: head }])
  const replaceable = finalTo === undefined ? [] : [{ from: later(0n, finalTo + 1n), to: everything.to }]
  const isMixed = intersect(unite(read, trimmedRead), replaceable).length > 0
  const same = isMixed ? subtract(existing, replaceable) : existing
  const kept = intersect(before.read, same)
  const keptTrimmed = intersect(before.trimmedRead, same)
  const keepsReplaceable = intersect(unite(kept, keptTrimmed), replaceable).length > 0
  const hasEarlierLogs = before.held.length > 0
  const fields = trimToLimit({
    ...next,
    held: sortByBlock([
      ...(hasEarlierLogs ? confirmedLogs(next) : held),
      ...clipToRanges(before.held, unread),
    ]),
    previewed: hasEarlierLogs ? [] : previewed,
    requested,
    isTentative: next.isTentative && (before.isTentative || !before.requested),
    read: unite(read, kept),
    archived: unite(next.archived, intersect(before.archived, unread)),
    trimmedRead: unite(trimmedRead, keptTrimmed),
    pending: subtract(subtract(open, kept), keptTrimmed),
    reorgFrom: before.reorgFrom,
    readHead: keepsReplaceable ? earlierResult.readHead : undefined,
  })
  return new LogsSnapshot(fields)
}

/**
 * Replaces the blocks of `replacement` in a result by their new logs and failures.
 *
 * @param rejected The rejected logs counted before `replacement` was read: the result may include earlier states of it.
 */
export function replaceBlocks(
  snapshot: LogsSnapshot,
  replacement: LogsSnapshot,
  rejected = snapshot.rejected,
): LogsSnapshot {
  const { requested } = snapshot
  if (!replacement.requested || !requested) return snapshot
  // A relative range may have moved on since the read began.
  const part = withoutBlocks(replacement.fields, subtract([everything], [requested]))
  const fields = endAt(snapshot.fields, replacement.requested, part.head)
  const { held, read, archived, trimmedRead, pending, failed, head } = fields
  const again = toIntervalSet([replacement.requested])
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
    readHead: snapshot.readHead,
    // Blocks above the requested ones were not read.
    head:
      head !== undefined && part.head !== undefined ? later(head, earlier(part.head, requested.to)) : head,
  })
  return new LogsSnapshot(next)
}

/** A result without the blocks above the head of a newer read, if that asked for all of them: the chain no longer has them. */
function endAt(fields: SnapshotFields, asked: BlockInterval, head: bigint | undefined): SnapshotFields {
  const { requested, head: before } = fields
  const isLower = head !== undefined && before !== undefined && head < before
  if (!isLower || !requested || asked.to < requested.to) return fields
  return { ...withoutBlocks(fields, [{ from: head + 1n, to: everything.to }]), head }
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
