import type { FollowChange } from '../../../src/logs/follow/FollowState.ts'
import { covers, unite } from '../../../src/logs/intervals.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { logId } from '../../../src/logs/order.ts'
import type { LogsSnapshot } from '../../../src/logs/snapshot/LogsSnapshot.ts'
import type { LogsQueryState } from '../../../src/query/LogsObserver.ts'
import { check } from './check.ts'
import { checkClaims, isSameList, logsWithin } from './checkSnapshot.ts'
import type { DrawnQuery } from './drawHookQuery.ts'
import { recent, type FollowWorld } from './FollowWorld.ts'
import { show } from './show.ts'

/** A live component that listens for new logs. */
interface Listener {
  /** The ids of the logs that it received, and their blocks. */
  readonly received: Map<string, bigint>
  /** The first head that it has shown. */
  head: bigint | undefined
}

interface Proven {
  readonly snapshot: LogsSnapshot
  /** Which chain it was, as {@link FollowWorld.changes} counts. */
  readonly changes: number
}

/** Checks each state that components of one query show, and throws at the first false claim. */
export class QueryWatch {
  readonly #world: FollowWorld
  readonly #drawn: DrawnQuery
  #last: LogsQueryState | undefined
  /** The shown logs of {@link #last}, oldest first. */
  #rows: readonly RawLog[] = []
  readonly #listeners: Listener[] = []
  /** What was last found to be true of the chain of then. */
  #proven: Proven | undefined

  constructor(world: FollowWorld, drawn: DrawnQuery) {
    this.#world = world
    this.#drawn = drawn
  }

  state(state: LogsQueryState): void {
    if (state === this.#last) return
    const { snapshot, follow } = state
    if (snapshot?.selections !== this.#last?.snapshot?.selections) this.#rows = rowsOf(snapshot)
    this.#last = state
    for (const listener of this.#listeners) listener.head ??= snapshot?.head
    if (!snapshot?.requested) return
    const { filter, limit, isPaged, isOpen } = this.#drawn
    const { coverage, requested, head, isComplete } = snapshot
    const isLive = follow?.status === 'live' || follow?.status === 'degraded'
    const what = `${follow?.status ?? 'not live'}, ${show(requested)} of ${head}`
    const rows = this.#rows
    checkClaims(what, snapshot, rows, limit)
    if (!this.#world.isRestarting && !this.#isProven(snapshot)) {
      const proofs = coverage.verified.map((range) => {
        const logs = logsWithin(rows, range)
        return this.#world.checkTrue({
          what: `${what}: verified ${show(range)}`,
          filter,
          range,
          logs,
          ids: logs.map(logId),
          head: head ?? range.to,
          window: isLive ? recent : Number.POSITIVE_INFINITY,
        })
      })
      this.#proven = proofs.includes(false) ? undefined : { snapshot, changes: this.#world.changes }
    }
    const isCut = rows.length === limit
    if (isComplete && isOpen && !isPaged && !isCut && head !== undefined && requested.from <= head)
      check(
        covers(coverage.verified, { from: requested.from, to: head }),
        `${what} is complete with ${show(coverage.verified)}`,
      )
  }

  /** Whether the same was found to be true of the same chain. Live queries say so with each poll. */
  #isProven({ selections, coverage, head }: LogsSnapshot): boolean {
    const { snapshot, changes } = this.#proven ?? {}
    return (
      changes === this.#world.changes &&
      selections === snapshot?.selections &&
      coverage.verified === snapshot.coverage.verified &&
      head === snapshot.head
    )
  }

  /** Returns a listener for live changes, which must report each log once. */
  follow(): (change: FollowChange) => void {
    const received = new Map<string, bigint>()
    const listener: Listener = { received, head: this.#last?.snapshot?.head }
    this.#listeners.push(listener)
    return (change) => {
      const { from, to } = change.range
      if (change.type === 'reset')
        for (const [id, at] of received) if (at >= from && at <= to) received.delete(id)
      for (const log of change.type === 'change' ? change.removed : []) received.delete(logId(log))
      if (change.type === 'change' && !change.reorg) this.#checkNew(listener, change.added)
      for (const log of change.type === 'change' ? change.added : change.current) {
        check(!received.has(logId(log)), `a log of block ${log.blockNumber} is reported twice`)
        received.set(logId(log), log.blockNumber)
      }
    }
  }

  /** Logs reported as new must not have existed when the shown blocks were read. */
  #checkNew({ head = -1n }: Listener, added: readonly RawLog[]): void {
    const { requested, coverage } = this.#last?.snapshot ?? {}
    if (!requested || !coverage || !this.#world.isHonest) return
    const read = unite(coverage.verified, coverage.trimmed)
    const again = added.filter(({ blockNumber: at }) => at <= head && covers(read, { from: at, to: at }))
    if (again.length === 0) return
    const known = this.#world.settled(this.#drawn.filter, { from: requested.from, to: head })
    const old = again.find((log) => known.has(logId(log)))
    check(!old, `a log of block ${old?.blockNumber} is reported as new, with head ${head}`)
  }

  /** The query starts over: what is new begins with its new head, which may be lower. */
  startOver(): void {
    for (const listener of this.#listeners) {
      listener.received.clear()
      listener.head = undefined
    }
  }

  /** Once the world is quiet, the logs must be those of the chain. */
  settled(state: LogsQueryState, isLive: boolean, said: string): void {
    const { world } = this.#world
    const { filter, order, limit, isPaged, isOpen, query } = this.#drawn
    const { snapshot, follow } = state
    const { head } = world.node.chain
    check(snapshot?.requested !== undefined, `at last nothing is shown: ${said}`)
    const { from, to } = snapshot.requested
    const range = query.range as { toBlock?: unknown }
    const last = typeof range.toBlock === 'bigint' ? range.toBlock : head
    check(
      isPaged || to >= last || from > head || !isOpen || (order === 'asc' && snapshot.count === limit),
      `at last it ends at ${to} of ${last}: ${said}`,
    )
    const all = world.canonical(filter, from, last < head ? last : head)
    const rows = rowsOf(snapshot)
    const wanted =
      rows.length < limit || limit === Number.POSITIVE_INFINITY
        ? all
        : order === 'desc'
          ? all.slice(-limit)
          : all.slice(0, limit)
    const ids = rows.map(logId)
    if (world.omitted.size === 0)
      check(
        isSameList(ids, wanted.map(logId)),
        `at last ${ids.length} logs are shown of ${wanted.length}: ${said}`,
      )
    else {
      const known = new Set(all.map(logId))
      check(
        ids.every((id) => known.has(id)),
        `at last logs are shown that are not on the chain: ${said}`,
      )
    }
    const isAwaited = from > head || last > head
    check(snapshot.isComplete || isAwaited, `at last it is not complete: ${said}`)
    if (!isLive) return
    check(follow?.status === 'live', `at last it is not live: ${said}`)
    check(follow.head === head, `at last the head is ${head}: ${said}`)
  }
}

const rowsOf = (snapshot: LogsSnapshot | undefined) =>
  createPackedLogList({ segments: snapshot?.selections ?? [] }).toArray()
