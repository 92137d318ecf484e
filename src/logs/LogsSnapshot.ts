import { NodeError, reasonOf, UnreadBlocksError } from '../errors.ts'
import type { BlockInterval, Coverage, FailedInterval } from './Coverage.ts'
import { clipSelection } from './clipSelection.ts'
import { cutToLimit } from './cutToLimit.ts'
import { countBlocks, intersect, subtract, toIntervalSet, unite } from './intervals.ts'
import type { IntervalSet } from './intervals.ts'
import { createPackedLogList } from './createPackedLogList.ts'
import type { LogJson } from './toLogJson.ts'
import { countLogs } from './LogSelection.ts'
import type { LogSelection } from './LogSelection.ts'
import { packLogs } from './packLogs.ts'
import { parseRpcLog } from '../rpc/parseRpcLog.ts'
import type { ScanEvent } from './ScanEvent.ts'

/** What has been read of a query so far. Immutable; {@link LogsSnapshot.with} shares everything that did not change. */
export class LogsSnapshot {
  static readonly empty = new LogsSnapshot(
    [],
    'asc',
    { verified: [], pending: [], failed: [] },
    undefined,
    undefined,
    0,
  )

  private constructor(
    /** The logs, packed, oldest first whatever the order. */
    readonly selections: readonly LogSelection[],
    /** The order of the query. */
    readonly order: 'asc' | 'desc',
    readonly coverage: Coverage,
    /** The blocks asked for, tags made numbers. */
    readonly asked: BlockInterval | undefined,
    /** The newest block a node showed. */
    readonly head: bigint | undefined,
    /** Logs that were not asked for or malformed, and were left out. */
    readonly dropped: number,
  ) {}

  with(event: ScanEvent): LogsSnapshot {
    const { selections, order, coverage, asked, head, dropped } = this
    if (event.type === 'reset') return LogsSnapshot.empty
    if (event.type === 'planned') {
      const pending = subtract(toIntervalSet([event.asked]), coverage.verified)
      return new LogsSnapshot(
        selections,
        event.order,
        { ...coverage, pending },
        event.asked,
        event.head,
        dropped,
      )
    }
    const read = toIntervalSet([event.range])
    const pending = subtract(coverage.pending, read)
    if (event.type === 'failed') {
      const { range, error } = event
      const failed = joinFailed(coverage.failed, { range, error })
      return new LogsSnapshot(selections, order, { ...coverage, pending, failed }, asked, head, dropped)
    }
    const { selection } = event
    const more = countLogs(selection) === 0 ? [] : [selection]
    return new LogsSnapshot(
      order === 'asc' ? [...selections, ...more] : [...more, ...selections],
      order,
      { ...coverage, pending, verified: unite(coverage.verified, read) },
      asked,
      head,
      dropped + event.dropped,
    )
  }

  /** Once nothing is under way: what was not read was not asked for, but blocks that do not exist yet are still to come. */
  ended(): LogsSnapshot {
    const { selections, order, coverage, asked, head, dropped } = this
    const reached = head === undefined ? [] : [{ from: 0n, to: head }]
    const pending = subtract(coverage.pending, reached)
    if (countBlocks(pending) === countBlocks(coverage.pending)) return this
    return new LogsSnapshot(selections, order, { ...coverage, pending }, asked, head, dropped)
  }

  /** The same logs, of which nothing is claimed any more. */
  unclaimed(): LogsSnapshot {
    const { selections, order, coverage, asked, head, dropped } = this
    return new LogsSnapshot(selections, order, { ...coverage, verified: [] }, asked, head, dropped)
  }

  /**
   * This answer while it comes in, laid over an earlier one to the same query: where it has nothing yet, or failed, what
   * was there is still shown. What was claimed of blocks that are still to be read stays claimed; what failed does not.
   */
  over(earlier: LogsSnapshot, limit = Number.POSITIVE_INFINITY): LogsSnapshot {
    const { order, coverage, head, dropped } = this
    if (!this.asked) return this
    // Before the head is known, what is asked for may reach further than it seems.
    const whole =
      head === undefined ? unite([this.asked], toIntervalSet(earlier.asked ? [earlier.asked] : [])) : []
    const asked = whole.length === 1 ? whole[0]! : this.asked
    const unread = subtract([asked], coverage.verified)
    const pending = subtract(unread, toIntervalSet(coverage.failed.map(({ range }) => range)))
    const kept = unread.flatMap((range) =>
      earlier.selections.map((selection) => clipSelection(selection, range)).filter(countLogs),
    )
    const { selections, last } = cutToLimit(
      [...this.selections, ...kept].sort((a, b) => (firstBlock(a) < firstBlock(b) ? -1 : 1)),
      order,
      limit,
    )
    const { from, to } = asked
    const cut = last === undefined ? [] : [order === 'desc' ? { from, to: last } : { from: last, to }]
    const claimed = subtract(intersect(earlier.coverage.verified, pending), cut)
    return new LogsSnapshot(
      selections,
      order,
      {
        verified: unite(subtract(coverage.verified, cut), claimed),
        pending: subtract(pending, claimed),
        failed: coverage.failed,
      },
      asked,
      head,
      dropped,
    )
  }

  /** These logs, but as `part` has them where it was read; what it failed to read is why they are missing now. */
  mendedBy(part: LogsSnapshot, limit = Number.POSITIVE_INFINITY): LogsSnapshot {
    const { order, coverage, asked, head, dropped } = this
    if (!part.asked || !asked) return this
    const again = toIntervalSet([part.asked])
    const kept = subtract([asked], part.coverage.verified).flatMap((range) =>
      this.selections.map((selection) => clipSelection(selection, range)).filter(countLogs),
    )
    const { selections, last } = cutToLimit(
      [...kept, ...part.selections].sort((a, b) => (firstBlock(a) < firstBlock(b) ? -1 : 1)),
      order,
      limit,
    )
    const { from, to } = asked
    const cut = last === undefined ? [] : [order === 'desc' ? { from, to: last } : { from: last, to }]
    const stillFailed = coverage.failed.flatMap(({ range, error }) =>
      subtract([range], again).map((rest) => ({ range: rest, error: UnreadBlocksError.of(rest, error) })),
    )
    return new LogsSnapshot(
      selections,
      order,
      {
        verified: subtract(unite(coverage.verified, part.coverage.verified), cut),
        pending: unite(subtract(coverage.pending, again), part.coverage.pending),
        failed: [...stillFailed, ...part.coverage.failed].sort((a, b) =>
          a.range.from < b.range.from ? -1 : 1,
        ),
      },
      asked,
      head,
      dropped + part.dropped,
    )
  }

  /**
   * These logs up to a block, and from there on what following the head has found. With `isFull`, there are enough of
   * those.
   */
  followedBy(
    live: BlockInterval & { readonly selections: readonly LogSelection[]; readonly isFull: boolean },
    limit = Number.POSITIVE_INFINITY,
  ): LogsSnapshot {
    const { order, coverage, dropped } = this
    const before = [{ from: 0n, to: live.from - 1n }]
    const kept = live.isFull
      ? []
      : this.selections.map((one) => clipSelection(one, before[0]!)).filter(countLogs)
    const { selections, last } = cutToLimit([...kept, ...live.selections], order, limit)
    const asked = { from: this.asked?.from ?? live.from, to: live.to }
    const cut =
      last === undefined
        ? []
        : [order === 'desc' ? { from: asked.from, to: last } : { from: last, to: live.to }]
    const verified = unite(intersect(coverage.verified, before), toIntervalSet([live]))
    return new LogsSnapshot(
      selections,
      order,
      {
        verified: subtract(verified, cut),
        pending: intersect(coverage.pending, before),
        failed: coverage.failed.filter(({ range }) => range.from < live.from),
      },
      asked,
      live.to,
      dropped,
    )
  }

  /** Plain and JSON-safe: what is dehydrated on a server, or persisted. */
  toJSON(): LogsSnapshotJson {
    return {
      version: 1,
      order: this.order,
      logs: createPackedLogList({ segments: this.selections }).toJSON().logs,
      verified: toIntervalsJson(this.coverage.verified),
      pending: toIntervalsJson(this.coverage.pending),
      failed: this.coverage.failed.map(({ range, error }) => [
        ...toIntervalJson(range),
        reasonOf(error).message,
      ]),
      asked: this.asked && toIntervalJson(this.asked),
      head: this.head?.toString(),
      dropped: this.dropped,
    }
  }

  /** Turns {@link LogsSnapshot.toJSON} back; a snapshot is returned as it is. */
  static from(data: LogsSnapshot | LogsSnapshotJson): LogsSnapshot {
    if (data instanceof LogsSnapshot) return data
    const revived = revivedSnapshots.get(data)
    if (revived) return revived
    const { logs, order, verified, pending, failed, asked, head, dropped } = data
    const snapshot = new LogsSnapshot(
      [{ segment: packLogs(logs.map(parseRpcLog).filter((log) => log !== undefined)), rows: undefined }],
      order,
      {
        verified: fromIntervalsJson(verified),
        pending: fromIntervalsJson(pending),
        failed: failed.map(([from, to, message]) => {
          const range = fromIntervalJson([from, to])
          const reason = new NodeError(message, { kind: 'fatal', method: 'eth_getLogs' })
          return { range, error: UnreadBlocksError.of(range, reason) }
        }),
      },
      asked && fromIntervalJson(asked),
      head === undefined ? undefined : BigInt(head),
      dropped,
    )
    revivedSnapshots.set(data, snapshot)
    return snapshot
  }
}

type IntervalJson = readonly [from: string, to: string]
/** A {@link LogsSnapshot} as plain JSON: block numbers in decimal. */
export interface LogsSnapshotJson {
  readonly version: 1
  readonly order: 'asc' | 'desc'
  /** As JSON-RPC has them, oldest first. */
  readonly logs: readonly LogJson[]
  readonly verified: readonly IntervalJson[]
  readonly pending: readonly IntervalJson[]
  readonly failed: readonly (readonly [from: string, to: string, message: string])[]
  readonly asked: IntervalJson | undefined
  readonly head: string | undefined
  readonly dropped: number
}

/** The same JSON gives the same snapshot, so that rows keep their identity from render to render. */
const revivedSnapshots = new WeakMap<LogsSnapshotJson, LogsSnapshot>()

const toIntervalJson = ({ from, to }: BlockInterval): IntervalJson => [from.toString(), to.toString()]
const fromIntervalJson = ([from, to]: IntervalJson): BlockInterval => ({ from: BigInt(from), to: BigInt(to) })
const toIntervalsJson = (set: IntervalSet) => set.map(toIntervalJson)
const fromIntervalsJson = (list: readonly IntervalJson[]) => list.map(fromIntervalJson)

/** Neighbours that failed for the same reason are one. */
function joinFailed(failed: Coverage['failed'], next: FailedInterval): Coverage['failed'] {
  const last = failed.at(-1)
  if (!last || wordsOf(last.error) !== wordsOf(next.error)) return [...failed, next]
  const [range, another] = toIntervalSet([last.range, next.range])
  if (!range || another) return [...failed, next]
  return [...failed.slice(0, -1), { range, error: UnreadBlocksError.of(range, next.error) }]
}

/** What it says, whichever endpoint it says it of. */
function wordsOf(error: Error): string {
  const { message } = reasonOf(error)
  const endpoint = error instanceof NodeError ? error.endpoint : undefined
  return endpoint === undefined ? message : message.replaceAll(endpoint, '')
}

function firstBlock({ segment, rows }: LogSelection): bigint {
  return segment.blockNumber(rows ? rows[0]! : 0)
}
