import type { BlockInterval } from '../../../src/logs/Coverage.ts'
import type { Filter } from '../../../src/logs/Filter.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { logId } from '../../../src/logs/order.ts'
import { check } from './ScanWatch.ts'
import { show } from './show.ts'
import type { World } from './world.ts'

/** Milliseconds between two notes of where the chain is. */
const pace = 20_000
/** Notes for which what was canonical then may still be told: longer than any look, or frame under way, takes. */
const recent = 10

/** Keeps in mind what the endpoints of a world have shown lately, to judge what is made of it. */
export class FollowWorld {
  readonly world: World
  /** The newest block that was ever shown. */
  highest: bigint
  readonly #notes: { readonly version: number; readonly lags: boolean; readonly lies: boolean }[] = []

  constructor(world: World) {
    this.world = world
    this.highest = -1n
    world.pool.subscribe(() => {
      for (const { head } of world.pool.getStatus())
        if (head !== undefined && head > this.highest) this.highest = head
    })
    this.#note()
  }

  /** These must be the logs of a range on a chain that was canonical lately. */
  checkTrue(what: string, filter: Filter, range: BlockInterval, logs: readonly RawLog[], head: bigint): void {
    const { from } = range
    // Above its head there is nothing on that chain.
    const to = range.to < head ? range.to : head
    const said = logs.map(logId)
    if (from > to) return check(said.length === 0, `${what} has logs above its head`)
    const since = this.#notes.at(-recent) ?? this.#notes[0]!
    let latest: string[] | undefined
    for (const truth of this.world.truths(filter, { from, to }, since.version)) {
      const ids = truth.map(logId)
      latest ??= ids
      if (isPrefix(said, ids) && (said.length === ids.length || this.#lags)) return
      // A bloom that lies spares a block that is not empty, until an audit.
      if (from === to && said.length === 0 && this.#lies) return
    }
    check(false, `${what} has ${show(said.map(short))}, but the chain ${show(latest?.map(short))}`)
  }

  /** An endpoint that goes back between its head and its logs leaves out the newest; the next look finds them. */
  get #lags(): boolean {
    return this.#isLagging() || this.#notes.slice(-recent).some(({ lags }) => lags)
  }

  get #lies(): boolean {
    return this.#isLying() || this.#notes.slice(-recent).some(({ lies }) => lies)
  }

  #isLying(): boolean {
    return this.world.node.endpoints.some(({ faults }) => faults.bloom === 'empty')
  }

  #isLagging(): boolean {
    return this.world.node.endpoints.some(({ faults }) => faults.lag !== undefined)
  }

  #note(): void {
    this.#notes.push({ version: this.world.version, lags: this.#isLagging(), lies: this.#isLying() })
    this.world.clock.setTimeout(() => this.#note(), pace)
  }
}

const short = (id: string) => id.slice(0, 6) + id.slice(66)

function isPrefix(some: readonly string[], all: readonly string[]): boolean {
  return some.length <= all.length && some.every((id, at) => id === all[at])
}
