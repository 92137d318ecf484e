import { BaseError } from '../../errors/BaseError.ts'
import { clipToRanges, type LogSelection } from '../columns/LogSelection.ts'
import type { BlockInterval, Coverage } from '../Coverage.ts'
import { countBlocks, earlier, intersect, subtract, toIntervalSet, unite } from '../intervals.ts'
import { snapshotFromJson, snapshotToJson, type LogsSnapshotJson } from './LogsSnapshotJson.ts'
import { closePage, hasOlderBlocks, openPage, pagesOf, type SnapshotPage } from './pages.ts'
import {
  everything,
  viewOf,
  type PageBounds,
  type ScanProgress,
  type SnapshotFields,
  type SnapshotView,
} from './SnapshotView.ts'

/**
 * One state of a query: its logs, and the coverage of its blocks. Immutable; a new one shares unchanged parts.
 *
 * Invariants, for any order, limit, and sequence of reads and removals:
 *
 * 1. The logs shown include every matching log of the blocks in `coverage.verified`.
 * 2. A block is in at most one list of `coverage`; blocks beyond the limit are `trimmed`, never `pending` or
 * `failed`.
 * 3. `progress` never decreases during a run, and is 1 only when the snapshot is complete.
 */
export class LogsSnapshot {
  readonly #fields: SnapshotFields
  #cachedView: SnapshotView | undefined
  #pages: readonly SnapshotPage[] | undefined
  #ended: LogsSnapshot | undefined
  #fromNodes: LogsSnapshot | undefined
  #uncovered: LogsSnapshot | undefined

  constructor(fields: SnapshotFields) {
    this.#fields = fields
    // A structured clone, as IndexedDB stores and other tabs receive it, keeps own properties only.
    Object.defineProperty(this, 'json', { enumerable: true, get: () => this.toJSON() })
  }

  /** The fields from which the next snapshot is made. */
  get fields(): SnapshotFields {
    return this.#fields
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
    isTentative: false,
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

  /** All logs in memory, possibly more than the limit: following continues from them. */
  get held(): readonly LogSelection[] {
    return this.fields.held
  }

  get count(): number {
    return this.#view.count
  }

  get coverage(): Coverage {
    return this.#view.coverage
  }

  get order(): 'asc' | 'desc' {
    return this.fields.order
  }

  /** The blocks of the query, with tags as numbers. */
  get requested(): BlockInterval | undefined {
    return this.fields.requested
  }

  /** The newest known block. While a query ends with a tag below its first block: the block of the tag. */
  get head(): bigint | undefined {
    return this.fields.head
  }

  /** The newest head at which all blocks in `coverage` were read: those near it may have been replaced since, even if `head` is far above. */
  get readHead(): bigint | undefined {
    const { readHead, head } = this.fields
    return readHead !== undefined && head !== undefined ? earlier(readHead, head) : (readHead ?? head)
  }

  /** Whether none of the query's blocks can be read yet. */
  get isAboveHead(): boolean {
    const { requested, head } = this
    return requested !== undefined && head !== undefined && requested.from > head
  }

  /** Malformed or unrequested logs that were left out. */
  get rejected(): number {
    return this.fields.rejected
  }

  /** Whether no log is missing: all requested blocks are verified, or the limit is reached without a gap. */
  get isComplete(): boolean {
    return this.#view.isComplete
  }

  /** Whether a read ended early: some blocks up to the head neither were read nor failed. */
  get isInterrupted(): boolean {
    const { requested, head, coverage, progress, isComplete } = this
    if (!requested || isComplete) return false
    if (this.fields.isTentative) return true
    const range = progress.range ?? requested
    const needed = toIntervalSet([{ from: range.from, to: earlier(head ?? range.to, range.to) }])
    const { verified, trimmed, failed } = coverage
    const known = toIntervalSet([...verified, ...trimmed, ...failed.map((one) => one.range)])
    return subtract(needed, known).length > 0
  }

  get progress(): ScanProgress {
    return this.#view.progress
  }

  /** The bounds of the pages, for a query that is read in pages. */
  get pageBounds(): PageBounds | undefined {
    return this.fields.pages
  }

  /** The pages of a query that is read in pages, newest first. */
  get pages(): readonly SnapshotPage[] {
    return (this.#pages ??= pagesOf(this.fields, this.coverage))
  }

  /** Whether there are blocks below the last page. */
  get hasNextPage(): boolean {
    return hasOlderBlocks(this.fields)
  }

  /** This snapshot of a query that is read in pages. */
  withPages(pages: PageBounds | undefined): LogsSnapshot {
    return pages ? this.#copy({ pages }) : this
  }

  /** This snapshot while its next page is read: its blocks reach down to the query's first one. */
  withOpenPage(): LogsSnapshot {
    return new LogsSnapshot(openPage(this.fields))
  }

  /** This snapshot when no read is in flight: the last page is closed, and only blocks above the head are pending. */
  ended(): LogsSnapshot {
    if (this.#ended) return this.#ended
    const fields = closePage(this.fields)
    const { pending, head } = fields
    const reached = head === undefined ? [] : [{ from: 0n, to: head }]
    const left = subtract(pending, reached)
    const isSame = fields === this.fields && countBlocks(left) === countBlocks(pending)
    return (this.#ended = isSame ? this : new LogsSnapshot({ ...fields, pending: left }))
  }

  /** The same logs without coverage: they may be of a chain that was replaced. */
  withoutCoverage(): LogsSnapshot {
    const { read, trimmedRead, pending } = this.fields
    return (this.#uncovered ??= this.#copy({
      read: [],
      trimmedRead: [],
      pending: unite(pending, unite(read, trimmedRead)),
      rejected: 0,
    }))
  }

  /** Whether some blocks come from an archive. */
  get hasArchived(): boolean {
    return this.fields.archived.length > 0
  }

  /** This snapshot without the blocks of an archive that is wrong: their logs are dropped, and they are pending. */
  withoutArchived(): LogsSnapshot {
    if (!this.hasArchived) return this
    const { held, read, archived, trimmedRead, pending } = this.fields
    return (this.#fromNodes ??= this.#copy({
      held: clipToRanges(held, subtract([everything], archived)),
      read: subtract(read, archived),
      archived: [],
      trimmedRead: subtract(trimmedRead, archived),
      pending: unite(pending, intersect(unite(read, trimmedRead), archived)),
      rejected: 0,
      shownProgress: 0,
    }))
  }

  /** This snapshot at the start of a new run: progress starts over. */
  withoutProgress(): LogsSnapshot {
    return this.#copy({ shownProgress: 0 })
  }

  /** This snapshot with at least the progress of an earlier one of the same run. */
  withProgressOf(earlier: LogsSnapshot): LogsSnapshot {
    return this.#copy({ shownProgress: earlier.progress.fraction })
  }

  /** Plain, JSON-safe form, as dehydrated on a server or persisted. A structured clone has it as its property `json`. */
  toJSON(): LogsSnapshotJson {
    return snapshotToJson(this.fields, this.#view)
  }

  /**
   * Restores {@link LogsSnapshot.toJSON}; returns a snapshot unchanged. The same JSON object gives the same snapshot.
   *
   * @throws {@link BaseError} for anything else.
   */
  static from(data: LogsSnapshot | LogsSnapshotJson): LogsSnapshot {
    if (data instanceof LogsSnapshot) return data
    if (!Array.isArray(data.logs))
      throw new BaseError('The query cache holds something other than logs under the key of a logs query.', {
        advice: 'Pass `setQueryData` a list of logs, such as `createLogList(logs)`.',
      })
    let snapshot = restored.get(data)
    if (!snapshot) restored.set(data, (snapshot = new LogsSnapshot(snapshotFromJson(data))))
    return snapshot
  }

  #copy(change: Partial<SnapshotFields>): LogsSnapshot {
    return new LogsSnapshot({ ...this.fields, ...change })
  }

  get #view(): SnapshotView {
    return (this.#cachedView ??= viewOf(this.fields))
  }
}

/** Restored snapshots, so that rows keep their identity between renders. */
const restored = new WeakMap<LogsSnapshotJson, LogsSnapshot>()
