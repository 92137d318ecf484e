import type { Filter } from '../../../src/logs/Filter.ts'
import type { FollowChange, FollowState } from '../../../src/logs/follow/FollowState.ts'
import { createPackedLogList } from '../../../src/logs/createPackedLogList.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { matchesFilter } from '../../../src/logs/matchesFilter.ts'
import { compareLogs, logId } from '../../../src/logs/order.ts'
import { check } from './ScanWatch.ts'
import { show } from './show.ts'
import type { FollowWorld } from './FollowWorld.ts'

/**
 * What a consumer of one follower would show, kept in both ways that a change allows: everything of its range replaced,
 * and its removed and added logs. Throws at the first change that is not true.
 */
export class FollowWatch {
  readonly #world: FollowWorld
  readonly #filter: Filter
  readonly #start: bigint
  /** In order. */
  #shown: readonly RawLog[]
  readonly #counted: Map<string, RawLog>
  changes = 0

  constructor(world: FollowWorld, filter: Filter, start: bigint, known: readonly RawLog[]) {
    this.#world = world
    this.#filter = filter
    this.#start = start
    this.#shown = known
    this.#counted = new Map(known.map((log) => [logId(log), log]))
  }

  change({ range, logs: selection, added, removed, head, finalised, reorg }: FollowChange): void {
    this.changes++
    const logs = createPackedLogList({ segments: [selection] }).toArray()
    const what = `change ${this.changes}: ${show(range)} at head ${head.number}`
    const isIn = ({ blockNumber }: RawLog) => blockNumber >= range.from && blockNumber <= range.to
    check(range.from >= this.#start, `${what} begins before the start`)
    check(finalised <= head.number, `${what} is final above its head`)
    check(
      logs.every((log) => isIn(log) && matchesFilter(this.#filter, log)),
      `${what} has foreign logs`,
    )
    for (const [at, log] of logs.entries()) {
      const before = logs[at - 1]
      if (!before) continue
      check(compareLogs(before, log) < 0, `${what} is out of order`)
      const isOneBlock = before.blockNumber !== log.blockNumber || before.blockHash === log.blockHash
      check(isOneBlock, `${what} shows two blocks at height ${log.blockNumber}`)
    }
    for (const { blockNumber, blockHash } of removed) {
      const isThere = this.#world.world.node.chain.block(Number(blockNumber))?.hash === blockHash
      check(
        !isThere || blockNumber > head.number,
        `${what} takes logs of block ${blockNumber} away, which stands`,
      )
    }
    this.#count(what, { added, removed, isIn, isDeep: reorg?.isDeep === true })
    this.#shown = [
      ...this.#shown.filter(({ blockNumber }) => blockNumber < range.from),
      ...logs,
      ...this.#shown.filter(({ blockNumber }) => blockNumber > range.to),
    ]
    if (reorg?.isDeep) {
      this.#counted.clear()
      for (const log of this.#shown) this.#counted.set(logId(log), log)
    }
    check(this.#counted.size === this.#shown.length, `${what} adds up to another list than its range`)
    check(
      logs.every((log) => this.#counted.has(logId(log))),
      `${what} adds up to other logs than those of its range`,
    )
    if (reorg) check(reorg.from >= range.from && reorg.from <= range.to, `${what} has a reorg elsewhere`)
    this.#world.checkTrue(what, this.#filter, range, logs, head.number)
  }

  /** The state may not claim more than was shown to us. */
  state({ verifiedTo, head, status }: FollowState): void {
    const { highest } = this.#world
    if (verifiedTo !== undefined && this.changes > 0)
      check(verifiedTo <= highest, `${status}: verified to ${verifiedTo}, shown ${highest}`)
    if (head !== undefined) check(head <= highest, `${status}: head ${head}, shown ${highest}`)
  }

  /** All is quiet: this must be the truth. */
  settled(state: FollowState): void {
    const { world } = this.#world
    const truth = world.canonical(this.#filter, this.#start).map(logId)
    const shown = this.#shown.map(logId)
    const [known, canonical] = [new Set(shown), new Set(truth)]
    const missing = truth.filter((id) => !known.has(id))
    const tooMany = shown.filter((id) => !canonical.has(id))
    const said = show({ ...state, error: state.error?.message })
    check(
      missing.length + tooMany.length === 0,
      `at last ${missing.length} logs are missing (${missing[0]}), ${tooMany.length} too many (${tooMany[0]}); ${said}`,
    )
    check(show(shown) === show(truth), 'at last the logs are out of order')
    const isLive = state.status === 'live' || state.status === 'degraded'
    check(isLive, `at last it is ${said}`)
    const { head } = world.node.chain
    check(state.head === head && state.error === undefined, `at last the head is ${head}, not ${said}`)
    if (head >= this.#start) check(state.verifiedTo === head, `at last it is verified to less: ${said}`)
    check(state.staleFrom === undefined, `at last something is stale: ${said}`)
  }

  #count(
    what: string,
    {
      added,
      removed,
      isIn,
      isDeep,
    }: Pick<FollowChange, 'added' | 'removed'> & {
      isIn: (log: RawLog) => boolean
      isDeep: boolean
    },
  ): void {
    check([...added, ...removed].every(isIn), `${what} changes logs beyond its range`)
    for (const log of removed)
      check(this.#counted.delete(logId(log)), `${what} takes away ${logId(log)}, which was not there`)
    for (const log of added) {
      check(isDeep || !this.#counted.has(logId(log)), `${what} adds ${logId(log)}, which was there`)
      this.#counted.set(logId(log), log)
    }
  }
}
