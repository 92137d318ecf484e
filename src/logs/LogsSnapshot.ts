import { NodeError, reasonOf, UnreadBlocksError } from '../errors.ts'
import { parseRpcLog } from '../rpc/parseRpcLog.ts'
import type { BlockInterval, Coverage } from './Coverage.ts'
import { clipSelection } from './clipSelection.ts'
import { createPackedLogList } from './createPackedLogList.ts'
import { cutToLimit } from './cutToLimit.ts'
import { countBlocks, intersect, subtract, toIntervalSet, unite } from './intervals.ts'
import type { IntervalSet } from './intervals.ts'
import { joinFailed } from './joinFailed.ts'
import { countLogs } from './LogSelection.ts'
import type { LogSelection } from './LogSelection.ts'
import { fromIntervalJson, fromIntervalsJson, toIntervalJson, toIntervalsJson } from './LogsSnapshotJson.ts'
import type { LogsSnapshotJson } from './LogsSnapshotJson.ts'
import { packLogs } from './packLogs.ts'
import type { ScanEvent } from './ScanEvent.ts'

type SnapshotFields = Pick<LogsSnapshot, 'selections' | 'order' | 'coverage' | 'asked' | 'head' | 'dropped'>

/** What has been read of a query so far. Immutable; {@link LogsSnapshot.with} shares everything that did not change. */
export class LogsSnapshot {
  /** The logs, packed, oldest first whatever the order. */
  readonly selections: readonly LogSelection[]
  /** The order of the query. */
  readonly order: 'asc' | 'desc'
  readonly coverage: Coverage
  /** The blocks asked for, tags made numbers. */
  readonly asked: BlockInterval | undefined
  /** The newest block a node showed. */
  readonly head: bigint | undefined
  /** Logs that were not asked for or malformed, and were left out. */
  readonly dropped: number

  static readonly empty = new LogsSnapshot({
    selections: [],
    order: 'asc',
    coverage: { verified: [], pending: [], failed: [] },
    asked: undefined,
    head: undefined,
    dropped: 0,
  })

  private constructor({ selections, order, coverage, asked, head, dropped }: SnapshotFields) {
    this.selections = selections
    this.order = order
    this.coverage = coverage
    this.asked = asked
    this.head = head
    this.dropped = dropped
  }

  with(event: ScanEvent): LogsSnapshot {
    const { selections, order, coverage, dropped } = this
    if (event.type === 'reset') return LogsSnapshot.empty
    if (event.type === 'planned') {
      const { asked, head } = event
      const pending = subtract(toIntervalSet([asked]), coverage.verified)
      return this.#but({ order: event.order, asked, head, coverage: { ...coverage, pending } })
    }
    const read = toIntervalSet([event.range])
    const pending = subtract(coverage.pending, read)
    if (event.type === 'failed') {
      const { range, error } = event
      return this.#but({
        coverage: { ...coverage, pending, failed: joinFailed(coverage.failed, { range, error }) },
      })
    }
    const { selection } = event
    const more = countLogs(selection) === 0 ? [] : [selection]
    return this.#but({
      selections: order === 'asc' ? [...selections, ...more] : [...more, ...selections],
      coverage: { ...coverage, pending, verified: unite(coverage.verified, read) },
      dropped: dropped + event.dropped,
    })
  }

  /** Once nothing is under way: what was not read was not asked for, but blocks that do not exist yet are still to come. */
  ended(): LogsSnapshot {
    const { coverage, head } = this
    const reached = head === undefined ? [] : [{ from: 0n, to: head }]
    const pending = subtract(coverage.pending, reached)
    if (countBlocks(pending) === countBlocks(coverage.pending)) return this
    return this.#but({ coverage: { ...coverage, pending } })
  }

  /** The same logs, of which nothing is claimed any more. */
  unclaimed(): LogsSnapshot {
    return this.#but({ coverage: { ...this.coverage, verified: [] } })
  }

  /**
   * This answer while it comes in, laid over an earlier one to the same query: where it has nothing yet, or failed, what
   * was there is still shown. What was claimed of blocks that are still to be read stays claimed; what failed does not.
   */
  over(earlier: LogsSnapshot, limit = Number.POSITIVE_INFINITY): LogsSnapshot {
    const { coverage, head } = this
    if (!this.asked) return this
    // Before the head is known, what is asked for may reach further than it seems.
    const whole =
      head === undefined ? unite([this.asked], toIntervalSet(earlier.asked ? [earlier.asked] : [])) : []
    const asked = whole.length === 1 ? whole[0]! : this.asked
    const unread = subtract([asked], coverage.verified)
    const pending = subtract(unread, toIntervalSet(coverage.failed.map(({ range }) => range)))
    const { selections, cut } = this.#cut([...this.selections, ...earlier.#within(unread)], asked, limit)
    const claimed = subtract(intersect(earlier.coverage.verified, pending), cut)
    return this.#but({
      selections,
      asked,
      coverage: {
        verified: unite(subtract(coverage.verified, cut), claimed),
        pending: subtract(pending, claimed),
        failed: coverage.failed,
      },
    })
  }

  /** These logs, but as `part` has them where it was read; what it failed to read is why they are missing now. */
  mendedBy(part: LogsSnapshot, limit = Number.POSITIVE_INFINITY): LogsSnapshot {
    const { coverage, asked, dropped } = this
    if (!part.asked || !asked) return this
    const again = toIntervalSet([part.asked])
    const kept = this.#within(subtract([asked], part.coverage.verified))
    const { selections, cut } = this.#cut([...kept, ...part.selections], asked, limit)
    const stillFailed = coverage.failed.flatMap(({ range, error }) =>
      subtract([range], again).map((rest) => ({ range: rest, error: UnreadBlocksError.of(rest, error) })),
    )
    return this.#but({
      selections,
      coverage: {
        verified: subtract(unite(coverage.verified, part.coverage.verified), cut),
        pending: unite(subtract(coverage.pending, again), part.coverage.pending),
        failed: [...stillFailed, ...part.coverage.failed].sort((a, b) =>
          a.range.from < b.range.from ? -1 : 1,
        ),
      },
      dropped: dropped + part.dropped,
    })
  }

  /**
   * These logs up to a block, and from there on what following the head has found. With `isFull`, there are enough of
   * those.
   */
  followedBy(
    live: BlockInterval & { readonly selections: readonly LogSelection[]; readonly isFull: boolean },
    limit = Number.POSITIVE_INFINITY,
  ): LogsSnapshot {
    const { coverage } = this
    const before = [{ from: 0n, to: live.from - 1n }]
    const kept = live.isFull ? [] : this.#within(before)
    const asked = { from: this.asked?.from ?? live.from, to: live.to }
    const { selections, cut } = this.#cut([...kept, ...live.selections], asked, limit)
    const verified = unite(intersect(coverage.verified, before), toIntervalSet([live]))
    return this.#but({
      selections,
      asked,
      head: live.to,
      coverage: {
        verified: subtract(verified, cut),
        pending: intersect(coverage.pending, before),
        failed: coverage.failed.filter(({ range }) => range.from < live.from),
      },
    })
  }

  #but(change: Partial<SnapshotFields>): LogsSnapshot {
    const { selections, order, coverage, asked, head, dropped } = this
    return new LogsSnapshot({ selections, order, coverage, asked, head, dropped, ...change })
  }

  /** Its logs in those blocks. */
  #within(ranges: IntervalSet): readonly LogSelection[] {
    return ranges.flatMap((range) =>
      this.selections.map((selection) => clipSelection(selection, range)).filter(countLogs),
    )
  }

  /** As many of them as the query wants, in order, and the blocks that were asked for of which there are no more. */
  #cut(
    logs: readonly LogSelection[],
    { from, to }: BlockInterval,
    limit: number,
  ): { selections: readonly LogSelection[]; cut: IntervalSet } {
    const inOrder = logs.filter(countLogs).toSorted((a, b) => Number(firstBlock(a) - firstBlock(b)))
    const { selections, last } = cutToLimit(inOrder, this.order, limit)
    if (last === undefined) return { selections, cut: [] }
    return { selections, cut: [this.order === 'desc' ? { from, to: last } : { from: last, to }] }
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
    const segment = packLogs(logs.map(parseRpcLog).filter((log) => log !== undefined))
    const snapshot = new LogsSnapshot({
      selections: [{ segment, rows: undefined }],
      order,
      coverage: {
        verified: fromIntervalsJson(verified),
        pending: fromIntervalsJson(pending),
        failed: failed.map((part) => {
          const range = fromIntervalJson(part)
          const reason = new NodeError(part[2], { kind: 'fatal', method: 'eth_getLogs' })
          return { range, error: UnreadBlocksError.of(range, reason) }
        }),
      },
      asked: asked && fromIntervalJson(asked),
      head: head === undefined ? undefined : BigInt(head),
      dropped,
    })
    revivedSnapshots.set(data, snapshot)
    return snapshot
  }
}

/** The same JSON gives the same snapshot, so that rows keep their identity from render to render. */
const revivedSnapshots = new WeakMap<LogsSnapshotJson, LogsSnapshot>()

function firstBlock({ segment, rows }: LogSelection): bigint {
  return segment.blockNumber(rows ? rows[0]! : 0)
}
