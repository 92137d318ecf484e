import { BaseError } from '../../errors/BaseError.ts'
import type { BlockInterval, Coverage } from '../Coverage.ts'
import { splitAt } from '../columns/cutToLimit.ts'
import { subtractFailed } from './failedIntervals.ts'
import { applyChange } from '../follow/applyChange.ts'
import { clipChange } from '../follow/clipChange.ts'
import type { FollowChange } from '../follow/FollowState.ts'
import { countBlocks, hull, intersect, subtract, toIntervalSet, unite } from '../intervals.ts'
import type { IntervalSet } from '../intervals.ts'
import type { LogSelection } from '../columns/LogSelection.ts'
import type { LogsSnapshotJson } from './LogsSnapshotJson.ts'
import { snapshotFromJson, snapshotToJson } from './LogsSnapshotJson.ts'
import { clipToRanges, sortByBlock, trimHeld } from './heldLogs.ts'
import { applyScanEvent } from './applyScanEvent.ts'
import type { ScanEvent } from '../scan/ScanEvent.ts'
import { everything, viewOf } from './SnapshotView.ts'
import { closePage, hasOlderBlocks, lowerBounds, openPage, pagesOf, raiseBounds } from './pages.ts'
import type { SnapshotPage } from './pages.ts'
import type { PageBounds, ScanProgress, SnapshotFields, SnapshotView } from './SnapshotView.ts'

/**
 * One state of a query: its logs, and the coverage of its blocks. Immutable; a new one shares unchanged parts.
 *
 * What always holds, for any order, limit, and sequence of reads and removals:
 *
 * 1. The logs shown include every matching log of the blocks in `coverage.verified`.
 * 2. A block is in at most one list of `coverage`; blocks beyond the limit are `trimmed`, never `pending` or `failed`.
 * 3. `progress` only rises during a run, and is 1 only when the snapshot is complete.
 */
export class LogsSnapshot {
  readonly #fields: SnapshotFields
  #cachedView: SnapshotView | undefined
  #pages: readonly SnapshotPage[] | undefined
  #ended: LogsSnapshot | undefined

  constructor(fields: SnapshotFields) {
    this.#fields = fields
  }

  static readonly empty = new LogsSnapshot({
    held: [],
    order: 'asc',
    limit: Number.POSITIVE_INFINITY,
    read: [],
    archived: [],
    trimmedRead: [],
    pending: [],
    previewed: [],
    failed: [],
    requested: undefined,
    head: undefined,
    rejected: 0,
    reorgFrom: undefined,
    shownProgress: 0,
    pages: undefined,
  })

  /** The logs, packed, oldest first for any order. */
  get selections(): readonly LogSelection[] {
    return this.#view.selections
  }

  /** All logs in memory, perhaps more than the limit: following continues from them. */
  get held(): readonly LogSelection[] {
    return this.#fields.held
  }

  /** How many logs there are. */
  get count(): number {
    return this.#view.count
  }

  get coverage(): Coverage {
    return this.#view.coverage
  }

  /** The order of the query. */
  get order(): 'asc' | 'desc' {
    return this.#fields.order
  }

  /** The blocks of the query, with tags as numbers. */
  get requested(): BlockInterval | undefined {
    return this.#fields.requested
  }

  /** The newest block that a node has shown. */
  get head(): bigint | undefined {
    return this.#fields.head
  }

  /** Malformed or unrequested logs that were left out. */
  get rejected(): number {
    return this.#fields.rejected
  }

  /** Whether no log is missing: all requested blocks are verified, or the limit is reached without a gap. */
  get isComplete(): boolean {
    return this.#view.isComplete
  }

  /** Whether a read has ended early: existing blocks were neither read, nor have they failed. */
  get isInterrupted(): boolean {
    const { requested, head, coverage, progress, isComplete } = this
    if (!requested || isComplete) return false
    const range = progress.range ?? requested
    const needed = toIntervalSet([
      { from: range.from, to: head !== undefined && head < range.to ? head : range.to },
    ])
    const { verified, trimmed, failed } = coverage
    const known = toIntervalSet([...verified, ...trimmed, ...failed.map((one) => one.range)])
    return subtract(needed, known).length > 0
  }

  get progress(): ScanProgress {
    return this.#view.progress
  }

  /** The bounds of the pages, for a query that is read in pages. */
  get pageBounds(): PageBounds | undefined {
    return this.#fields.pages
  }

  /** The pages of a query that is read in pages, newest first. */
  get pages(): readonly SnapshotPage[] {
    return (this.#pages ??= pagesOf(this.#fields, this.coverage))
  }

  /** Whether there are blocks below the last page. */
  get hasNextPage(): boolean {
    return hasOlderBlocks(this.#fields)
  }

  /** This snapshot of a query that is read in pages. */
  withPages(pages: PageBounds | undefined): LogsSnapshot {
    return pages ? this.#copy({ pages }) : this
  }

  /** This snapshot while its next page is read: its blocks reach down to the query's first one. */
  withOpenPage(): LogsSnapshot {
    return new LogsSnapshot(openPage(this.#fields))
  }

  /** This snapshot after an event of a scan. */
  with(event: ScanEvent): LogsSnapshot {
    return event.type === 'reset' ? LogsSnapshot.empty : this.#copy(applyScanEvent(this.#fields, event))
  }

  /** This snapshot when no read is in flight: the last page is closed, and only blocks that do not exist yet are pending. */
  ended(): LogsSnapshot {
    if (this.#ended) return this.#ended
    const fields = closePage(this.#fields)
    const { pending, head } = fields
    const reached = head === undefined ? [] : [{ from: 0n, to: head }]
    const left = subtract(pending, reached)
    const isSame = fields === this.#fields && countBlocks(left) === countBlocks(pending)
    return (this.#ended = isSame ? this : new LogsSnapshot({ ...fields, pending: left }))
  }

  /** The same logs without coverage: they may be of a chain that was replaced. */
  withoutCoverage(): LogsSnapshot {
    return this.#copy({ read: [], trimmedRead: [] })
  }

  /** This snapshot at the start of a new run: progress starts over. */
  withoutProgress(): LogsSnapshot {
    return this.#copy({ shownProgress: 0 })
  }

  /** This snapshot with at least the progress of an earlier one of the same run. */
  withProgressOf(earlier: LogsSnapshot): LogsSnapshot {
    return this.#copy({ shownProgress: earlier.progress.fraction })
  }

  /**
   * This partial result on top of an earlier one of the same query: earlier logs stay where this one has nothing yet, or has
   * failed. Blocks still to be read keep their earlier coverage; failed ones do not.
   */
  over(earlier: LogsSnapshot): LogsSnapshot {
    const { read, trimmedRead, previewed, failed, head, held } = this.#fields
    const before = earlier.#fields
    if (!this.requested) return this
    // Before the head is known, the query may reach further than its planned range.
    const both = toIntervalSet([this.requested, ...(before.requested ? [before.requested] : [])])
    const requested = (head === undefined && hull(both)) || this.requested
    const unread = subtract(subtract([requested], read), trimmedRead)
    const open = subtract(unread, toIntervalSet(failed.map(({ range }) => range)))
    const kept = intersect(before.read, open)
    const keptTrimmed = intersect(before.trimmedRead, open)
    return this.#copy({
      held: sortByBlock([...(before.held.length > 0 ? this.#confirmed() : held), ...earlier.#within(unread)]),
      previewed: before.held.length > 0 ? [] : previewed,
      requested,
      read: unite(read, kept),
      archived: unite(this.#fields.archived, intersect(before.archived, kept)),
      trimmedRead: unite(trimmedRead, keptTrimmed),
      pending: subtract(subtract(open, kept), keptTrimmed),
      reorgFrom: before.reorgFrom,
    }).#trimmed()
  }

  /** This snapshot with the blocks of `part` replaced by what was read of them; its failures replace earlier ones. */
  replacedBy(part: LogsSnapshot): LogsSnapshot {
    const { read, archived, trimmedRead, pending, failed, requested, rejected } = this.#fields
    const next = part.#fields
    if (!next.requested || !requested) return this
    const again = toIntervalSet([next.requested])
    const stillFailed = subtractFailed(failed, again)
    const reread = unite(next.read, next.trimmedRead)
    const redone = unite(reread, toIntervalSet(next.failed.map(({ range }) => range)))
    const verified = unite(subtract(read, redone), next.read)
    const keptTrimmed = unite(subtract(trimmedRead, redone), next.trimmedRead)
    return this.#copy({
      held: sortByBlock([...this.#within(subtract([requested], reread)), ...part.#confirmed()]),
      read: verified,
      archived: unite(subtract(archived, redone), next.archived),
      trimmedRead: keptTrimmed,
      pending: unite(subtract(pending, again), subtract(next.pending, unite(verified, keptTrimmed))),
      failed: [...stillFailed, ...next.failed].sort((a, b) => (a.range.from < b.range.from ? -1 : 1)),
      rejected: rejected + next.rejected,
    }).#trimmed()
  }

  /** This snapshot without some blocks. */
  without(blocks: IntervalSet): LogsSnapshot {
    if (blocks.length === 0) return this
    const { read, trimmedRead, pending, failed } = this.#fields
    return this.#copy({
      held: this.#within(subtract([everything], blocks)),
      read: subtract(read, blocks),
      trimmedRead: subtract(trimmedRead, blocks),
      pending: subtract(pending, blocks),
      failed: subtractFailed(failed, blocks),
    })
  }

  /**
   * This snapshot after a change from following the head. Blocks from `reorgFrom` on may still be replaced. If removals leave
   * fewer logs than the limit, trimmed blocks become pending, to be read again.
   */
  changed(change: FollowChange, reorgFrom: bigint, window?: bigint): LogsSnapshot {
    const oldest = this.pageBounds && this.requested?.from
    // All pages are above the head: they are read from scratch.
    if (oldest !== undefined && change.head.number < oldest) return LogsSnapshot.empty
    const shown = oldest === undefined ? change : clipChange(change, oldest)
    const next = this.#apply(shown, reorgFrom).slide(window).#trimmed()
    if (!this.isComplete || next.isComplete) return next
    const { read, failed, requested } = next.#fields
    const known = unite(read, toIntervalSet(failed.map(({ range }) => range)))
    return next.#copy({
      trimmedRead: [],
      pending: subtract(toIntervalSet(requested ? [requested] : []), known),
      shownProgress: 0,
    })
  }

  #apply(change: FollowChange, reorgFrom: bigint): LogsSnapshot {
    const { held, read, trimmedRead, pending, failed, requested, pages } = this.#fields
    const { range, head } = change
    // Final blocks below the range stay, even if the only endpoint has fallen behind them.
    const top = head.number < range.from ? range.from - 1n : head.number
    const to = range.to < top ? range.to : top
    // Blocks above that no longer exist.
    const exists = [{ from: 0n, to }]
    const found = intersect(toIntervalSet([range]), exists)
    return this.#copy({
      held: applyChange(held, change, subtract(found, read)),
      read: unite(intersect(read, exists), found),
      archived: subtract(this.#fields.archived, found),
      trimmedRead: subtract(intersect(trimmedRead, exists), found),
      pending: subtract(intersect(pending, exists), found),
      failed: subtractFailed(subtractFailed(failed, found), [{ from: to + 1n, to: everything.to }]),
      requested: { from: requested?.from ?? range.from, to },
      head: to,
      reorgFrom,
      pages: lowerBounds(pages, to),
    })
  }

  /** This snapshot without blocks more than `window` below the head. They stay removed if the head goes back or a change reads them again. */
  slide(window: bigint | undefined): LogsSnapshot {
    const { requested, head, pages } = this.#fields
    if (window === undefined || !requested || head === undefined) return this
    const from = head - window > requested.from ? head - window : requested.from
    if (from === 0n) return this
    return this.without([{ from: 0n, to: from - 1n }]).#copy({
      requested: { from, to: requested.to },
      pages: raiseBounds(pages, head - window),
    })
  }

  /** Plain, JSON-safe form, as dehydrated on a server or persisted. */
  toJSON(): LogsSnapshotJson {
    return snapshotToJson(this.#fields, this.#view)
  }

  /**
   * Restores {@link LogsSnapshot.toJSON}; returns a snapshot unchanged. The same JSON object gives the same snapshot.
   *
   * @throws {@link BaseError} for anything else.
   */
  static from(data: LogsSnapshot | LogsSnapshotJson): LogsSnapshot {
    if (data instanceof LogsSnapshot) return data
    if (!Array.isArray(data.logs))
      throw new BaseError('The query cache holds something else than logs under the key of a logs query.', {
        advice: 'Pass `setQueryData` a list of logs, such as `createLogList(logs)`.',
      })
    let snapshot = restored.get(data)
    if (!snapshot) restored.set(data, (snapshot = new LogsSnapshot(snapshotFromJson(data))))
    return snapshot
  }

  #copy(change: Partial<SnapshotFields>): LogsSnapshot {
    return new LogsSnapshot({ ...this.#fields, ...change })
  }

  /** Drops logs beyond the limit that no removal can bring back. */
  #trimmed(): LogsSnapshot {
    const { held, order, limit, reorgFrom } = this.#fields
    const { selections, beyond } = trimHeld(held, { order, limit, reorgFrom })
    if (beyond === undefined) return this
    const { read, trimmedRead } = this.#fields
    const { cut } = splitAt(everything, beyond, order)
    return this.#copy({
      held: selections,
      read: subtract(read, [cut]),
      trimmedRead: unite(trimmedRead, intersect(read, [cut])),
    })
  }

  /** The logs without previewed ones. */
  #confirmed(): readonly LogSelection[] {
    const { held, previewed } = this.#fields
    return previewed.length === 0 ? held : this.#within(subtract([everything], previewed))
  }

  /** The logs in some blocks. */
  #within(ranges: IntervalSet): readonly LogSelection[] {
    return clipToRanges(this.#fields.held, ranges)
  }

  get #view(): SnapshotView {
    return (this.#cachedView ??= viewOf(this.#fields))
  }
}

/** Restored snapshots, so that rows keep their identity between renders. */
const restored = new WeakMap<LogsSnapshotJson, LogsSnapshot>()
