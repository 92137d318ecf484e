import type { BlockInterval } from '../../../src/logs/Coverage.ts'
import { partsOf, type Filter } from '../../../src/logs/filter/Filter.ts'
import { matchesFilter } from '../../../src/logs/filter/matchesFilter.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { logId } from '../../../src/logs/order.ts'
import type { EndpointFaults } from '../../../src/testing/EndpointFaults.ts'
import { logMatcher, type WireFilter } from '../../../src/testing/logMatcher.ts'
import type { TestBlock } from '../../../src/testing/TestChain.ts'
import { readWireLog } from '../../../src/testing/WireLog.ts'
import { check } from './check.ts'
import { show } from './show.ts'
import type { World } from './world.ts'

/** Milliseconds awake for which a replaced chain may still be reported: longer than any sync or frame in flight takes. */
export const recent = 200_000
/** Milliseconds awake within which a read may have a head of the chain before a restart, and logs of the one after it. */
const restarting = 20_000

interface Truth {
  readonly id: string
  readonly log: RawLog
}

/** The logs that a subject claims for a range, on the chain of a head. */
interface Claim {
  readonly what: string
  readonly filter: Filter
  readonly range: BlockInterval
  readonly logs: readonly RawLog[]
  readonly ids: readonly string[]
  readonly head: bigint
  /** Milliseconds awake for which a replaced chain may still be reported. */
  readonly window: number
}

/** Remembers what the endpoints of a world have shown recently, to check claims against it. */
export class FollowWorld {
  readonly world: World
  /** The highest block so far. */
  #highest: bigint
  #changes = 0
  readonly #truths = new Map<Filter, WeakMap<TestBlock, readonly Truth[]>>()
  /** When each chain became the canonical one, in milliseconds awake. */
  readonly #since: number[] = []
  /** When an endpoint last lagged, or sent a wrong bloom, in milliseconds awake. */
  #lagged = Number.NEGATIVE_INFINITY
  #lied = Number.NEGATIVE_INFINITY

  constructor(world: World) {
    this.world = world
    this.#highest = world.node.chain.head
    world.node.chain.onChange(() => {
      this.#changes++
      const { head } = world.node.chain
      if (head > this.#highest) this.#highest = head
      this.#note()
    })
    world.watchers.push(() => this.#watch())
    this.#note()
  }

  /** Whether no endpoint has left anything out so far. */
  get isHonest(): boolean {
    this.#watch()
    return this.#lagged < 0 && this.#lied < 0 && this.world.omitted.size === 0
  }

  /** Whether the chain started over just now. */
  get isRestarting(): boolean {
    const { restartedAt } = this.world
    return restartedAt !== undefined && this.#wasRecent(restartedAt, restarting)
  }

  get highest(): bigint {
    return this.#highest
  }

  /** How often blocks were added or replaced. */
  get changes(): number {
    return this.#changes
  }

  /** The claimed logs must be those of a chain that was canonical recently. Returns whether it is the one of now. */
  checkTrue({ what, filter, range, logs, ids: claimed, head, window }: Claim): boolean {
    const { from } = range
    // There are no blocks above the head.
    const to = range.to < head ? range.to : head
    if (from > to) {
      check(claimed.length === 0, `${what} has logs above its head`)
      return true
    }
    const truth = this.#canonical(filter, { from, to })
    if (this.#isComplete(claimed, truth)) {
      const expected = truth.filter(({ id }) => !this.world.omitted.has(id) || claimed.includes(id))
      const other = logs.find((log, at) => !isSameLog(log, expected[at]!.log))
      check(!other, `${what} reports a wrong log: ${show(other)}`)
      return true
    }
    this.#watch()
    const since = this.#recently(window)
    let latest: readonly Truth[] | undefined
    for (const chain of this.world.truths(filter, { from, to }, since)) {
      const all = chain.map((log) => ({ id: logId(log), log }))
      latest ??= all
      if (this.#isComplete(claimed, all)) return false
      if (
        this.#wasRecent(this.#lagged, window) &&
        this.#isComplete(claimed, this.#withoutNewest(all, filter, claimed))
      )
        return false
      // A wrong bloom hides a block with logs until an audit.
      if (from === to && claimed.length === 0 && this.#wasRecent(this.#lied, window)) return false
    }
    const known = new Set(latest?.map(({ id }) => id))
    const missing = latest?.filter(({ id }) => !claimed.includes(id)).map(({ log }) => log)
    const tooMany = logs.filter((log) => !known.has(logId(log)))
    check(
      false,
      `${what} lacks ${missing ? where(missing) : 'a chain so high'}, and has ${where(tooMany)} too many`,
    )
    return false
  }

  /** The claim is complete, except for logs that an endpoint left out. */
  #isComplete(claimed: readonly string[], truth: readonly Truth[]): boolean {
    const { omitted } = this.world
    let at = 0
    for (const { id } of truth)
      if (claimed[at] === id) at++
      else if (!omitted.has(id)) return false
    return at === claimed.length
  }

  /**
   * What may be claimed while an endpoint goes back between its head and its logs: it leaves out the newest of each part of a
   * filter, which are read in calls of their own. The next sync finds them.
   */
  #withoutNewest(all: readonly Truth[], filter: Filter, claimed: readonly string[]): readonly Truth[] {
    const known = new Set(claimed)
    const read = partsOf(filter).map((part) => {
      const own = all.filter(({ log }) => matchesFilter(part, log))
      const end = own.findIndex(({ id }) => !known.has(id) && !this.world.omitted.has(id))
      return new Set(end < 0 ? own : own.slice(0, end))
    })
    return all.filter((log) => read.some((some) => some.has(log)))
  }

  /** The logs of the current chain. It may have just become shorter, and then has no blocks for the rest of the range. */
  #canonical(filter: Filter, { from, to }: BlockInterval): readonly Truth[] {
    const { chain } = this.world.node
    let known = this.#truths.get(filter)
    if (!known) this.#truths.set(filter, (known = new WeakMap()))
    const found: Truth[] = []
    for (let number = Number(from); number <= Number(to); number++) {
      const block = chain.block(number)
      if (!block || block.logs.length === 0) continue
      let matching = known.get(block)
      if (!matching) {
        const logs = block.logs.filter(logMatcher(filter as WireFilter)).map(readWireLog)
        known.set(block, (matching = logs.map((log) => ({ id: logId(log), log }))))
      }
      for (const one of matching) found.push(one)
    }
    return found
  }

  /** The logs that have been on the canonical chain for a while, whichever it was. */
  settled(filter: Filter, range: BlockInterval): ReadonlySet<string> {
    const chains = [...this.world.truths(filter, range, this.#recently(recent))]
    const [first = [], ...others] = chains.map((chain) => new Set(chain.map(logId)))
    return new Set([...first].filter((id) => others.every((chain) => chain.has(id))))
  }

  #wasRecent(at: number, window: number): boolean {
    return at >= this.world.clock.awake - window && at >= 0
  }

  #watch(): void {
    const { node, clock } = this.world
    const has = (is: (faults: EndpointFaults) => boolean) => node.endpoints.some(({ faults }) => is(faults))
    if (has(({ lag }) => lag !== undefined)) this.#lagged = clock.awake
    if (has(({ bloom }) => bloom === 'empty')) this.#lied = clock.awake
  }

  #note(): void {
    const { version, clock } = this.world
    while (this.#since.length <= version) this.#since.push(clock.awake)
  }

  /** The oldest chain that was canonical recently. */
  #recently(window: number): number {
    const from = this.world.clock.awake - window
    return Math.max(
      0,
      this.#since.findLastIndex((at) => at <= from),
    )
  }
}

/** A short description of logs: blocks and their hashes. */
function where(logs: readonly RawLog[]): string {
  const blocks = new Set(
    logs.map(({ blockNumber, blockHash }) => `${blockNumber} (${blockHash.slice(0, 8)})`),
  )
  return blocks.size === 0 ? 'none' : `logs of ${[...blocks].slice(0, 6).join(', ')}`
}

function isSameLog(one: RawLog, other: RawLog): boolean {
  return (
    one.blockNumber === other.blockNumber &&
    one.address === other.address &&
    one.data === other.data &&
    one.transactionHash === other.transactionHash &&
    one.transactionIndex === other.transactionIndex &&
    one.topics.length === other.topics.length &&
    one.topics.every((topic, at) => topic === other.topics[at])
  )
}
