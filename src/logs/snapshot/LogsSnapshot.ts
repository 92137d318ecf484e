import type { BlockInterval, Coverage } from '../Coverage.ts'
import { clipSelection, countLogs } from '../columns/LogSelection.ts'
import { splitAt } from '../columns/cutToLimit.ts'
import { subtractFailed, appendFailed } from './failedIntervals.ts'
import { applyChange } from '../follow/applyChange.ts'
import type { FollowChange } from '../follow/FollowState.ts'
import { countBlocks, hull, intersect, subtract, toIntervalSet, unite } from '../intervals.ts'
import type { IntervalSet } from '../intervals.ts'
import type { LogSelection } from '../columns/LogSelection.ts'
import type { LogsSnapshotJson } from './LogsSnapshotJson.ts'
import { snapshotFromJson, snapshotToJson } from './LogsSnapshotJson.ts'
import { spliceLogs } from './spliceLogs.ts'
import { trimHeld } from './trimHeld.ts'
import type { ScanEvent } from '../scan/ScanEvent.ts'
import { everything, viewOf } from './SnapshotView.ts'
import type { ScanProgress, SnapshotFields, SnapshotView } from './SnapshotView.ts'

/**
 * One state of a query: its logs, and what is known of its blocks. Immutable; a new one shares what did not change.
 *
 * What always holds, whatever the order, the limit, and what is read, followed or removed:
 *
 * 1. `coverage.verified`: the logs shown have every matching log of these blocks.
 * 2. A block is in one list of `coverage` at most; what the limit leaves out is `trimmed`, never `pending` or `failed`.
 * 3. `progress` rises until a new run begins, and is 1 only when the snapshot is complete.
 */
export class LogsSnapshot {
  readonly #fields: SnapshotFields
  #seen: SnapshotView | undefined
  #ended: LogsSnapshot | undefined

  constructor(fields: SnapshotFields) {
    this.#fields = fields
  }

  static readonly empty = new LogsSnapshot({
    held: [],
    order: 'asc',
    limit: Number.POSITIVE_INFINITY,
    read: [],
    released: [],
    pending: [],
    previewed: [],
    failed: [],
    requested: undefined,
    head: undefined,
    rejected: 0,
    settled: undefined,
    shownProgress: 0,
  })

  /** The logs, packed, oldest first whatever the order. */
  get selections(): readonly LogSelection[] {
    return this.#view.selections
  }

  /** All logs at hand, more than the limit lets through perhaps: following goes on from them. */
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

  /** The blocks requested, tags made numbers. */
  get requested(): BlockInterval | undefined {
    return this.#fields.requested
  }

  /** The newest block a node showed. */
  get head(): bigint | undefined {
    return this.#fields.head
  }

  /** Logs that were not requested or malformed, and were left out. */
  get rejected(): number {
    return this.#fields.rejected
  }

  /** Whether nothing is missing: all that was requested is verified, or the limit is reached without a gap. */
  get isComplete(): boolean {
    return this.#view.isComplete
  }

  get progress(): ScanProgress {
    return this.#view.progress
  }

  with(event: ScanEvent): LogsSnapshot {
    const { held, read, released, pending, previewed, failed, rejected } = this.#fields
    if (event.type === 'reset') return LogsSnapshot.empty
    if (event.type === 'planned') {
      const { requested, head, limit = Number.POSITIVE_INFINITY } = event
      // It begins above the head: at least its first block is still to come.
      const whole = requested.from > requested.to ? { from: requested.from, to: requested.from } : requested
      const isAbove = requested.from <= requested.to || (head !== undefined && requested.from > head)
      const open = isAbove ? subtract(subtract([whole], read), released) : []
      return this.#but({ order: event.order, limit, requested, head, pending: open })
    }
    const told = toIntervalSet([event.range])
    const unread = subtract(pending, told)
    if (event.type === 'failed') {
      const { range, error } = event
      return this.#but({ pending: unread, failed: appendFailed(failed, { range, error }) })
    }
    const { selection, range } = event
    // Not known to be all: nothing is claimed of these blocks.
    if (event.type === 'preview')
      return this.#but({ held: spliceLogs(held, range, selection), previewed: unite(previewed, told) })
    const trimmed = toIntervalSet(event.trimmed ? [event.trimmed] : [])
    return this.#but({
      held: spliceLogs(held, hull([...told, ...trimmed]) ?? range, selection),
      previewed: subtract(previewed, unite(told, trimmed)),
      read: unite(read, told),
      released: unite(released, trimmed),
      pending: subtract(unread, trimmed),
      rejected: rejected + event.rejected,
    })
  }

  /** Once nothing is under way: what was not read was not requested, but blocks that do not exist yet are still to come. */
  ended(): LogsSnapshot {
    if (this.#ended) return this.#ended
    const { pending, head } = this.#fields
    const reached = head === undefined ? [] : [{ from: 0n, to: head }]
    const left = subtract(pending, reached)
    return (this.#ended = countBlocks(left) === countBlocks(pending) ? this : this.#but({ pending: left }))
  }

  /** The same logs, of which nothing is claimed any more. */
  unclaimed(): LogsSnapshot {
    return this.#but({ read: [], released: [] })
  }

  /** Begins a new run: its progress starts over. */
  startingOver(): LogsSnapshot {
    return this.#but({ shownProgress: 0 })
  }

  /** The same run as `earlier`: it has come at least as far. */
  notBefore(earlier: LogsSnapshot): LogsSnapshot {
    return this.#but({ shownProgress: earlier.progress.fraction })
  }

  /**
   * This answer while it comes in, laid over an earlier one to the same query: where it has nothing yet, or failed, what
   * was there is still shown. What was claimed of blocks that are still to be read stays claimed; what failed does not.
   */
  over(earlier: LogsSnapshot): LogsSnapshot {
    const { read, released, previewed, failed, head, held } = this.#fields
    const before = earlier.#fields
    if (!this.requested) return this
    // Before the head is known, what is requested may reach further than it seems.
    const both = toIntervalSet([this.requested, ...(before.requested ? [before.requested] : [])])
    const requested = (head === undefined && hull(both)) || this.requested
    const unread = subtract(subtract([requested], read), released)
    const open = subtract(unread, toIntervalSet(failed.map(({ range }) => range)))
    const claimed = intersect(before.read, open)
    const claimedReleased = intersect(before.released, open)
    return this.#but({
      held: sorted([...(before.held.length > 0 ? this.#sure() : held), ...earlier.#within(unread)]),
      previewed: before.held.length > 0 ? [] : previewed,
      requested,
      read: unite(read, claimed),
      released: unite(released, claimedReleased),
      pending: subtract(subtract(open, claimed), claimedReleased),
      settled: before.settled,
    }).#bounded()
  }

  /** These logs, but as `part` has them where it was read; what it failed to read is why they are missing now. */
  mendedBy(part: LogsSnapshot): LogsSnapshot {
    const { read, released, pending, failed, requested, rejected } = this.#fields
    const mend = part.#fields
    if (!mend.requested || !requested) return this
    const again = toIntervalSet([mend.requested])
    const stillFailed = subtractFailed(failed, again)
    const mended = unite(mend.read, mend.released)
    const redone = unite(mended, toIntervalSet(mend.failed.map(({ range }) => range)))
    const claimed = unite(subtract(read, redone), mend.read)
    const claimedReleased = unite(subtract(released, redone), mend.released)
    return this.#but({
      held: sorted([...this.#within(subtract([requested], mended)), ...part.#sure()]),
      read: claimed,
      released: claimedReleased,
      pending: unite(subtract(pending, again), subtract(mend.pending, unite(claimed, claimedReleased))),
      failed: [...stillFailed, ...mend.failed].sort((a, b) => (a.range.from < b.range.from ? -1 : 1)),
      rejected: rejected + mend.rejected,
    }).#bounded()
  }

  /** What it says of other blocks than these. */
  without(blocks: IntervalSet): LogsSnapshot {
    if (blocks.length === 0) return this
    const { read, released, pending, failed } = this.#fields
    return this.#but({
      held: this.#within(subtract([everything], blocks)),
      read: subtract(read, blocks),
      released: subtract(released, blocks),
      pending: subtract(pending, blocks),
      failed: subtractFailed(failed, blocks),
    })
  }

  /**
   * With what following the head has found. Blocks from `settled` on may still be replaced. Where so many logs were removed
   * that there is room below the limit, the blocks to fill it from are pending.
   */
  changed(change: FollowChange, settled: bigint, window?: bigint): LogsSnapshot {
    const next = this.#apply(change, settled).#slid(window)
    if (!this.isComplete || next.isComplete) return next
    const { read, failed, requested } = next.#fields
    const known = unite(read, toIntervalSet(failed.map(({ range }) => range)))
    return next.#but({
      released: [],
      pending: subtract(toIntervalSet(requested ? [requested] : []), known),
      shownProgress: 0,
    })
  }

  #apply(change: FollowChange, settled: bigint): LogsSnapshot {
    const { held, read, released, pending, failed, requested } = this.#fields
    const head = change.head.number
    const to = change.range.to < head ? change.range.to : head
    // Above the head there is nothing any more.
    const exists = [{ from: 0n, to }]
    const found = intersect(toIntervalSet([change.range]), exists)
    return this.#but({
      held: applyChange(held, change, subtract(found, read)),
      read: unite(intersect(read, exists), found),
      released: subtract(intersect(released, exists), found),
      pending: subtract(intersect(pending, exists), found),
      failed: subtractFailed(subtractFailed(failed, found), [{ from: to + 1n, to: everything.to }]),
      requested: { from: requested?.from ?? change.range.from, to },
      head: to,
      settled,
    }).#bounded()
  }

  /** Without what lies more than `window` blocks before the head. A head that goes back brings nothing back. */
  #slid(window: bigint | undefined): LogsSnapshot {
    const { requested, head } = this.#fields
    if (window === undefined || !requested || head === undefined) return this
    const from = head - window
    if (from <= requested.from) return this
    return this.without([{ from: 0n, to: from - 1n }]).#but({ requested: { from, to: requested.to } })
  }

  /** Plain and JSON-safe: what is dehydrated on a server, or persisted. */
  toJSON(): LogsSnapshotJson {
    return snapshotToJson(this.#fields, this.#view)
  }

  /** Turns {@link LogsSnapshot.toJSON} back; a snapshot is returned as it is. The same JSON gives the same snapshot. */
  static from(data: LogsSnapshot | LogsSnapshotJson): LogsSnapshot {
    if (data instanceof LogsSnapshot) return data
    let snapshot = revived.get(data)
    if (!snapshot) revived.set(data, (snapshot = new LogsSnapshot(snapshotFromJson(data))))
    return snapshot
  }

  #but(change: Partial<SnapshotFields>): LogsSnapshot {
    return new LogsSnapshot({ ...this.#fields, ...change })
  }

  /** Lets go of logs that the limit leaves out and that no removal can bring back. */
  #bounded(): LogsSnapshot {
    const { held, order, limit, settled } = this.#fields
    const { kept, beyond } = trimHeld(held, { order, limit, settled })
    if (beyond === undefined) return this
    const { read, released } = this.#fields
    const { cut } = splitAt(everything, beyond, order)
    return this.#but({
      held: kept,
      read: subtract(read, [cut]),
      released: unite(released, intersect(read, [cut])),
    })
  }

  /** Its logs, but for those that may not be all of their blocks. */
  #sure(): readonly LogSelection[] {
    const { held, previewed } = this.#fields
    return previewed.length === 0 ? held : this.#within(subtract([everything], previewed))
  }

  /** Its logs in those blocks. */
  #within(ranges: IntervalSet): readonly LogSelection[] {
    const { held } = this.#fields
    return ranges.flatMap((range) => held.map((one) => clipSelection(one, range)).filter(countLogs))
  }

  get #view(): SnapshotView {
    return (this.#seen ??= viewOf(this.#fields))
  }
}

function sorted(selections: readonly LogSelection[]): readonly LogSelection[] {
  return selections.filter(countLogs).toSorted((a, b) => Number(firstBlock(a) - firstBlock(b)))
}

function firstBlock({ segment, rows }: LogSelection): bigint {
  return segment.blockNumber(rows ? rows[0]! : 0)
}

/** Rows keep their identity from render to render. */
const revived = new WeakMap<LogsSnapshotJson, LogsSnapshot>()
