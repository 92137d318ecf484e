import type { LogSelection } from '../logs/columns/LogSelection.ts'
import type { BlockInterval, Coverage } from '../logs/Coverage.ts'
import type { EventLog } from '../logs/filter/EventLog.ts'
import type { LogList } from '../logs/list/LogList.ts'
import type { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import type { SnapshotPage } from '../logs/snapshot/pages.ts'
import type { ToLogList } from './useDecoding.ts'

/** One page: some blocks, and their logs. An unchanged page is the same object after other pages have changed. */
export interface LogsPage<row = EventLog> {
  /** Newest first. */
  readonly logs: LogList<row>
  /** The blocks of the page. Only the first page grows, at its newest end. */
  readonly range: BlockInterval
  /** Which blocks of the page are complete, still being read, or failed. */
  readonly coverage: Coverage
  /** Whether no log of `range` is missing. */
  readonly isComplete: boolean
}

/**
 * Returns a function that lists the pages of a snapshot. Pages that have not changed since its last call are the same
 * objects.
 */
export function createPageLists<row>(
  toList: ToLogList<row>,
): (snapshot: LogsSnapshot) => readonly LogsPage<row>[] {
  let earlier: readonly { readonly page: SnapshotPage; readonly listed: LogsPage<row> }[] = []
  return (snapshot) => {
    const read = snapshot.pageBounds?.starts.length ?? 0
    // A page that is still being read is shown once it has a log; the first one always.
    const pages = snapshot.pages.filter(
      ({ selections }, index) => index === 0 || index < read || selections.length > 0,
    )
    earlier = pages.map((page) => {
      const same = earlier.find((one) => isSamePage(one.page, page))
      if (same) return same
      const { range, coverage, isComplete } = page
      return { page, listed: { logs: toList(page.selections, 'desc'), range, coverage, isComplete } }
    })
    return earlier.map(({ listed }) => listed)
  }
}

function isSamePage(a: SnapshotPage, b: SnapshotPage): boolean {
  return (
    a.range.from === b.range.from &&
    a.range.to === b.range.to &&
    a.isComplete === b.isComplete &&
    isSameList(a.selections, b.selections, isSameSelection) &&
    isSameCoverage(a.coverage, b.coverage)
  )
}

function isSameSelection(a: LogSelection, b: LogSelection): boolean {
  if (a.segment !== b.segment) return false
  if (a.rows === b.rows) return true
  return a.rows?.length === b.rows?.length && a.rows?.[0] === b.rows?.[0] && a.rows?.at(-1) === b.rows?.at(-1)
}

function isSameCoverage(a: Coverage, b: Coverage): boolean {
  const isSame = (one: { from: bigint; to: bigint }, other: { from: bigint; to: bigint }) =>
    one.from === other.from && one.to === other.to
  return (
    isSameList(a.verified, b.verified, isSame) &&
    isSameList(a.archived ?? [], b.archived ?? [], isSame) &&
    isSameList(a.pending, b.pending, isSame) &&
    isSameList(
      a.failed,
      b.failed,
      (one, other) => one.error === other.error && isSame(one.range, other.range),
    )
  )
}

function isSameList<item>(
  a: readonly item[],
  b: readonly item[],
  isSame: (one: item, other: item) => boolean,
): boolean {
  return a.length === b.length && a.every((one, index) => isSame(one, b[index]!))
}
