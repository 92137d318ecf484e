import { createClient, type Client } from 'viem'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import type { Filter } from '../../../src/logs/filter/Filter.ts'
import { Follower } from '../../../src/logs/follow/Follower.ts'
import type { FollowerOptions } from '../../../src/logs/follow/FollowerOptions.ts'
import type { Network } from '../../../src/rpc/networks/Network.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import type { Pool } from '../../../src/rpc/Pool.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { nodePool } from '../../../src/rpc/pool/nodePool.ts'
import type { PoolOptions } from '../../../src/rpc/pool/PoolOptions.ts'
import type { RawLog } from '../../../src/rpc/RawLog.ts'
import type { WireFilter } from '../../../src/testing/logMatcher.ts'
import { createSeededRandom, type SeededRandom } from '../../../src/testing/SeededRandom.ts'
import { startFakeNode, type FakeNode } from '../startFakeNode.ts'
import { ChainHistory } from './ChainHistory.ts'
import { drawIncident } from './drawIncident.ts'
import { FakePage } from './FakePage.ts'
import { VirtualClock } from './VirtualClock.ts'

export interface WorldOptions {
  readonly seed: number
  /** Milliseconds between blocks, on average. @default 3_000 */
  readonly blockTime?: number | undefined
  /** HTTP endpoints. @default drawn, 1 to 4 */
  readonly endpoints?: number | undefined
  /** Whether the first endpoint also has a WebSocket. @default drawn */
  readonly socket?: boolean | undefined
  /** Depth at which blocks are final. @default drawn, 8 to 60 */
  readonly finality?: number | undefined
  /** Most blocks that a reorg replaces. @default one less than `finality` */
  readonly deepest?: number | undefined
  /** Whether the chain starts over once, as that of a node for development. @default false */
  readonly restarts?: boolean | undefined
  /** Milliseconds between incidents, on average; `0` for none. @default drawn */
  readonly incidents?: number | undefined
  /** Calls of one day. @default 10_000_000 */
  readonly dailyQuota?: number | undefined
  readonly pool?: PoolOptions | undefined
}

/**
 * A simulated network in virtual time, from one seed: a block every few seconds, reorgs up to `deepest` blocks (with or
 * without `removed` logs), and one incident after the other (`drawIncident.ts`): endpoints that lag, show wrong heads, go
 * back, fail and recover; a socket that drops, half-opens, repeats and garbles; filters that are lost or silent; headers
 * with wrong blooms; a page that is hidden, offline or asleep; a clock that is changed.
 *
 *     const world = createWorld({ seed })
 *     const follower = world.follower({ onChange })
 *     world.start()                               // blocks and incidents from now on
 *     await world.clock.run(world.clock.sleep(600_000))
 *     world.truths(filter, range, since)          // the logs of a range on each chain that was canonical since then
 *     world.calm()                                // everything works again, and the chain stops
 *     await world.clock.run(world.clock.sleep(120_000))
 *     world.canonical(filter, from)               // the truth that must be shown now
 *     world.close()
 *
 * Run promises that wait on the clock with `world.clock.run(promise)`, which throws when the promise can never settle.
 * `world.notes` lists what happened and when, for failure messages. Calls are in `world.node.calls`, open connections and
 * filters in `world.node.sockets` and `world.node.endpoints[i].filters`.
 */
export class World {
  readonly seed: number
  readonly random: SeededRandom
  readonly clock = new VirtualClock()
  readonly page = new FakePage()
  readonly node: FakeNode
  readonly network: Network
  readonly pool: Pool
  readonly client: Client
  readonly finality: number
  /** Most logs in one block. */
  readonly densest: number
  /** Logs that an endpoint left out of an answer, which cannot be noticed. */
  readonly omitted = new Set<string>()
  /** Called before and after each change of an endpoint's faults. */
  readonly watchers: (() => void)[] = []
  /** What happened, with the seconds since the start. */
  readonly notes: string[] = []
  readonly #options: WorldOptions
  readonly #history: ChainHistory
  readonly #began: number
  #highest = 0n
  #restartedAt: number | undefined
  #state: 'still' | 'alive' | 'over' = 'still'
  /** Counts restarts, so that timers of an earlier one have no effect. */
  #life = 0

  constructor(options: WorldOptions) {
    const { seed, endpoints, socket } = options
    const random = createSeededRandom(seed, 0xf0110)
    this.seed = seed
    this.random = random
    this.#options = options
    this.#began = this.clock.now()
    this.finality = options.finality ?? 8 + random.below(53)
    const density = random.pick([0.1, 1, 4])
    this.densest = Math.ceil(2 * density)
    const slowest = random.pick([20, 300, 1_500])
    this.node = startFakeNode({
      seed,
      blocks: 100 + random.below(50),
      endpoints: endpoints ?? 1 + random.below(4),
      blockTime: 3,
      logsPerBlock: (_, draw) => (density < 1 ? Number(draw() < density) : draw.below(2 * density + 1)),
      latency: () => 1 + random.below(slowest),
      clock: this.clock,
      plainReplies: true,
    })
    this.#history = new ChainHistory(this.node.chain)
    const withSocket = socket ?? random() < 0.7
    this.network = defineNetwork(xone, {
      http: this.node.urls,
      webSocket: withSocket ? this.node.webSocketUrl : undefined,
      dailyQuota: options.dailyQuota ?? 10_000_000,
      finality: this.finality,
    })
    const poolOptions: PoolOptions = {
      fetch: this.#fetch,
      WebSocket: this.node.WebSocket,
      clock: this.clock,
      random: createSeededRandom(seed, 0x7e57),
      storage: null,
      channel: null,
      ...options.pool,
    }
    const transport = nodePool(this.network, poolOptions)
    this.client = createClient({ chain: this.network, transport })
    this.pool = getPool(this.client)
    this.notes.push(
      `${this.node.urls.length} endpoints${withSocket ? ' and a socket' : ''}, finality ${this.finality}, ${density} logs a block, latency up to ${slowest} ms`,
    )
  }

  /** A follower in this world: of all logs from the next block on, unless the options say otherwise. */
  follower(options: Pick<FollowerOptions, 'onChange'> & Partial<FollowerOptions>): Follower {
    const { client, clock, node, page } = this
    const filter = { address: undefined, topics: [] }
    return new Follower(client, {
      filter,
      start: node.chain.head + 1n,
      clock,
      page: page.signals,
      ...options,
    })
  }

  /** Which chain is canonical: it counts the reorgs so far. */
  get version(): number {
    return this.#history.version
  }

  /** When the chain started over, in milliseconds awake; `undefined` if it did not. */
  get restartedAt(): number | undefined {
    return this.#restartedAt
  }

  /** The truth: the canonical logs that pass the filter, in order. */
  canonical(filter: Filter, from = 0n, to = this.node.chain.head): readonly RawLog[] {
    return this.node.chain.logs(filter as WireFilter, from, to)
  }

  /** The logs of an interval on each chain that was canonical since `version`, the latest first. */
  truths(filter: Filter, range: { from: bigint; to: bigint }, version = 0) {
    return this.#history.truths(filter, range, version)
  }

  /** Starts blocks and incidents. */
  start(): void {
    this.#state = 'alive'
    const life = ++this.#life
    const {
      incidents = this.random.pick([2_000, 10_000, 60_000]),
      blockTime = 3_000,
      restarts = false,
    } = this.#options
    // A stream of its own: the other draws stay the same.
    const drawn = createSeededRandom(this.seed, 0x4e57)
    if (restarts) this.clock.setTimeout(() => this.#restart(drawn, life), drawn.below(200_000))
    this.#every(life, blockTime, () => {
      this.#nextBlock()
    })
    if (incidents > 0)
      this.#every(life, incidents, () => {
        this.#watch()
        this.note(drawIncident(this))
        this.#watch()
      })
  }

  /**
   * Ends all faults, shows the page online, and stops the chain. Dead connections stay dead: they have to be noticed and
   * reopened.
   */
  calm(): void {
    this.#state = 'still'
    this.#life++
    this.#watch()
    for (const endpoint of this.node.endpoints) endpoint.faults = {}
    this.page.connect(true)
    this.page.show(true)
    this.note('calm')
  }

  /** Closes the pool and ends all events. */
  close(): void {
    this.#state = 'over'
    this.#life++
    this.pool.close()
  }

  note(what: string): void {
    this.notes.push(`${((this.clock.now() - this.#began) / 1_000).toFixed(1)} s: ${what}`)
  }

  /** Puts the machine to sleep while the chain goes on. Connections are dead afterwards, some without an event. */
  sleep(milliseconds: number): void {
    const { blockTime = 3_000 } = this.#options
    for (const socket of this.node.sockets) {
      if (this.random() < 0.5) socket.drop()
      else socket.silence()
    }
    // Nodes drop filters that are not polled.
    if (milliseconds > 300_000) for (const { filters } of this.node.endpoints) filters.clear()
    this.clock.suspend(milliseconds)
    this.node.chain.mine(Math.ceil(milliseconds / blockTime))
    this.page.wake()
  }

  #watch(): void {
    for (const watch of this.watchers) watch()
  }

  #nextBlock(): void {
    const { random, node } = this
    const { deepest } = this.#options
    const { head } = node.chain
    if (head > this.#highest) this.#highest = head
    // A block once counted as final may only be replaced where depths are tested.
    const least = Number(deepest === undefined ? this.#highest - BigInt(this.finality) : 0n)
    const most = Math.min(deepest ?? this.finality - 1, Number(head) - Math.max(1, least))
    if (most < 1 || random() > 0.06) {
      node.chain.mine(1 + Number(random() < 0.1))
      return
    }
    const depth = random() < 0.8 ? Math.min(most, 1 + random.below(4)) : 1 + random.below(most)
    for (const { faults } of node.endpoints) faults.sendsRemoved = random() < 0.5
    // A shorter chain may be the canonical one.
    const blocks = random() < 0.15 ? Math.max(1, depth - 1 - random.below(3)) : depth + random.below(2)
    node.chain.reorg(depth, { blocks })
    this.note(`reorg of ${depth}, head ${node.chain.head}`)
  }

  #restart(random: SeededRandom, life: number): void {
    if (this.#life !== life) return
    const { chain } = this.node
    const depth = Number(chain.head)
    // Most of the time, the new chain is shorter.
    chain.reorg(depth, { blocks: 1 + random.below(random() < 0.7 ? 40 : 2 * depth) })
    this.#restartedAt = this.clock.awake
    this.note(`restart, head ${chain.head}`)
  }

  #every(life: number, milliseconds: number, happens: () => void): void {
    const next = () => {
      this.clock.setTimeout(
        () => {
          if (this.#life !== life || this.#state !== 'alive') return
          happens()
          next()
        },
        milliseconds * (0.5 + this.random()),
      )
    }
    next()
  }

  /** Offline, nothing is reached. */
  readonly #fetch: typeof globalThis.fetch = async (input, init) => {
    if (!this.page.isOnline) throw new TypeError('Failed to fetch')
    return this.node.fetch(input, init)
  }
}

/** Creates a {@link World}, which is still until `start()`. */
export function createWorld(options: WorldOptions): World {
  return new World(options)
}
