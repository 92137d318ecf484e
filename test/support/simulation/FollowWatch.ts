import { readSelection } from '../../../src/logs/columns/LogSelection.ts'
import type { Filter } from '../../../src/logs/filter/Filter.ts'
import { matchesFilter } from '../../../src/logs/filter/matchesFilter.ts'
import type { FollowChange } from '../../../src/logs/follow/FollowState.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { lowerBound } from '../../../src/logs/lowerBound.ts'
import { compareLogs, logId } from '../../../src/logs/order.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { LogFold } from '../LogFold.ts'
import { check } from './check.ts'
import { isSameList } from './checkSnapshot.ts'
import { recent, type FollowWorld } from './FollowWorld.ts'
import { LimitWatch } from './LimitWatch.ts'
import { show } from './show.ts'
import type { Report, Subject } from './Subject.ts'

/**
 * What a consumer of one follower would show, kept in both ways that a change allows: everything of its range replaced,
 * and its removed and added logs. Throws at the first change that is not true.
 */
export class FollowWatch {
  readonly #world: FollowWorld
  readonly #filter: Filter
  readonly #isSlow: boolean
  /** `undefined` until it is known. */
  #start: bigint | undefined
  /** In order. */
  readonly #shown: RawLog[]
  readonly #ids: string[]
  /** The logs of a consumer that applies only its changes. */
  readonly #fold: LogFold
  readonly #limits: LimitWatch
  readonly #known: readonly RawLog[]
  #changes = 0

  constructor(
    world: FollowWorld,
    { filter, start, known, isSlow = false }: Pick<Subject, 'filter' | 'start' | 'known' | 'isSlow'>,
  ) {
    this.#world = world
    this.#filter = filter
    this.#isSlow = isSlow
    this.#start = start
    this.#shown = [...known]
    this.#ids = known.map(logId)
    this.#fold = new LogFold(known)
    this.#known = known
    this.#limits = new LimitWatch(BigInt(getPool(world.world.client).network.finality))
  }

  /** What is shown, in order. */
  get ids(): readonly string[] {
    return this.#ids
  }

  change(change: FollowChange): void {
    const { range, selection, logs: list, head, finalized, reorg } = change
    this.#changes++
    this.#start ??= range.from
    const logs = readSelection(selection)
    const ids = logs.map(logId)
    const what = `change ${this.#changes}: ${show(range)} at head ${head.number}`
    check(isSameList(list.map(logId), ids), `${what} has other logs in its list than in its selection`)
    const isIn = ({ blockNumber }: RawLog) => blockNumber >= range.from && blockNumber <= range.to
    check(range.from >= this.#start, `${what} begins before the start`)
    check(finalized <= head.number, `${what} is final above its head`)
    let before: RawLog | undefined
    for (const log of logs) {
      if (!isIn(log) || !matchesFilter(this.#filter, log)) check(false, `${what} has foreign logs`)
      if (before && compareLogs(before, log) >= 0) check(false, `${what} is out of order`)
      if (before?.blockNumber === log.blockNumber && before.blockHash !== log.blockHash)
        check(false, `${what} shows two blocks at height ${log.blockNumber}`)
      before = log
    }
    for (const { blockNumber, blockHash } of change.type === 'change' ? change.removed : []) {
      const isThere = this.#world.world.node.chain.block(Number(blockNumber))?.hash === blockHash
      check(
        !isThere || blockNumber > head.number,
        `${what} removes logs of block ${blockNumber}, which is canonical`,
      )
    }
    if (change.type === 'change')
      check([...change.added, ...change.removed].every(isIn), `${what} changes logs beyond its range`)
    else check(isSameList(change.current.map(logId), ids), `${what} resets to other logs than its range`)
    try {
      this.#fold.apply(change)
    } catch (error) {
      check(false, `${what}: ${(error as Error).message}`)
    }
    const shown = this.#shown
    const from = lowerBound(shown.length, (at) => shown[at]!.blockNumber < range.from)
    const to = lowerBound(shown.length, (at) => shown[at]!.blockNumber <= range.to)
    shown.splice(from, to - from, ...logs)
    this.#ids.splice(from, to - from, ...ids)
    check(this.#fold.size === this.#ids.length, `${what} adds up to another list than its range`)
    check(
      ids.every((id) => this.#fold.has(id)),
      `${what} adds up to other logs than those of its range`,
    )
    if (reorg) check(reorg.from >= range.from && reorg.from <= range.to, `${what} has a reorg elsewhere`)
    this.#limits.change(what, change, { shown: this.#shown, known: this.#known, start: this.#start })
    this.#world.checkTrue({
      what,
      filter: this.#filter,
      range,
      logs,
      ids,
      head: head.number,
      window: this.#isSlow ? Number.POSITIVE_INFINITY : recent,
    })
  }

  /** The state must not claim more than ever existed. */
  state({ verifiedTo, head, status }: Report): void {
    const { highest } = this.#world
    if (verifiedTo !== undefined && this.#changes > 0)
      check(verifiedTo <= highest, `${status}: verified to ${verifiedTo}, of ${highest}`)
    if (head !== undefined) check(head <= highest, `${status}: head ${head}, of ${highest}`)
  }

  /** Once the world is quiet, the logs must be those of the chain. */
  settled(report: Report): void {
    const { world } = this.#world
    const { head } = world.node.chain
    const start = this.#start ?? head + 1n
    const logs = world.canonical(this.#filter, start)
    const truth = logs.map(logId)
    const canonical = new Set(truth)
    const missing = logs.filter((log) => !this.#fold.has(logId(log)) && !world.omitted.has(logId(log)))
    const tooMany = this.#ids.filter((id) => !canonical.has(id))
    const said = show({ ...report, logs: report.logs?.length, error: report.error?.message })
    check(
      missing.length + tooMany.length === 0,
      `at last ${missing.length} logs are missing (of block ${missing[0]?.blockNumber}), ${tooMany.length} too many (${tooMany[0]}); ${said}`,
    )
    const shown = truth.filter((id) => this.#fold.has(id))
    check(isSameList(this.#ids, shown), 'at last the logs are out of order')
    check(report.isLive, `at last it is ${said}`)
    check(report.head === head && report.error === undefined, `at last the head is ${head}, not ${said}`)
    if (report.verifiedTo !== undefined && head >= start)
      check(report.verifiedTo === head, `at last it is verified to less: ${said}`)
    check(report.staleFrom === undefined, `at last something is stale: ${said}`)
  }
}
