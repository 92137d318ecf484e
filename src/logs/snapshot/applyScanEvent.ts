import { hull, subtract, toIntervalSet, unite } from '../intervals.ts'
import type { ScanEvent } from '../scan/ScanEvent.ts'
import { appendFailed } from './failedIntervals.ts'
import { spliceLogs } from './heldLogs.ts'
import { LogsSnapshot } from './LogsSnapshot.ts'
import type { SnapshotFields } from './SnapshotView.ts'

/** A result after an event of a scan. */
export function applyScanEvent(snapshot: LogsSnapshot, event: ScanEvent): LogsSnapshot {
  if (event.type === 'reset') return LogsSnapshot.empty
  const { fields } = snapshot
  // The logs of a preview can push confirmed ones beyond the limit: progress does not go back.
  const mayShrink =
    (fields.previewed.length > 0 || event.type === 'preview') && fields.limit < Number.POSITIVE_INFINITY
  const shownProgress = mayShrink ? snapshot.progress.fraction : fields.shownProgress
  return new LogsSnapshot({ ...fields, ...changedFields(fields, event), shownProgress })
}

/** The fields that an event changes. */
function changedFields(
  { held, read, archived, trimmedRead, pending, previewed, failed, rejected, pages }: SnapshotFields,
  event: Exclude<ScanEvent, { type: 'reset' }>,
): Partial<SnapshotFields> {
  if (event.type === 'planned') {
    const { requested, isTentative = false, order, limit = Number.POSITIVE_INFINITY } = event
    // A query that begins above the head, or above the block of the tag it ends with, waits for its first block.
    const isAbove = requested.from > requested.to
    const whole = isAbove ? { from: requested.from, to: requested.from } : requested
    const unread = subtract(subtract([whole], read), trimmedRead)
    const head = isAbove ? requested.to : event.head
    const first = pages?.from ?? (head === undefined ? undefined : requested.from)
    return {
      order,
      limit,
      requested,
      isTentative,
      head,
      pending: unread,
      pages: pages && { ...pages, from: first },
    }
  }
  const range = toIntervalSet([event.range])
  const unread = subtract(pending, range)
  if (event.type === 'failed') return { pending: unread, failed: appendFailed(failed, event) }
  const { selection } = event
  // Logs may be missing: these blocks stay pending.
  if (event.type === 'preview')
    return { held: spliceLogs(held, event.range, selection), previewed: unite(previewed, range) }
  const trimmed = toIntervalSet(event.trimmed ? [event.trimmed] : [])
  return {
    held: spliceLogs(held, hull([...range, ...trimmed]) ?? event.range, selection),
    previewed: subtract(previewed, unite(range, trimmed)),
    read: unite(read, range),
    archived: event.source ? unite(archived, range) : subtract(archived, range),
    trimmedRead: unite(trimmedRead, trimmed),
    pending: subtract(unread, trimmed),
    rejected: rejected + event.rejected,
  }
}
