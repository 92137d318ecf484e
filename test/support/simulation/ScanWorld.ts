import { createClient, type Client } from 'viem'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { createLogCache } from '../../../src/logs/cache/createLogCache.ts'
import type { LogCache } from '../../../src/logs/cache/LogCache.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import type { Pool } from '../../../src/rpc/Pool.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { nodePool } from '../../../src/rpc/pool/nodePool.ts'
import type { TestError } from '../../../src/testing/EndpointFaults.ts'
import { createSeededRandom, type SeededRandom } from '../../../src/testing/SeededRandom.ts'
import { memoryStorage } from '../../logs/cache/cacheMemoryStorage.ts'
import { startFakeNode, type FakeNode } from '../startFakeNode.ts'
import { ChainHistory } from './ChainHistory.ts'
import { drawFaults, type DrawnFaults } from './drawFaults.ts'
import { VirtualClock } from './VirtualClock.ts'

/** A chain, endpoints with faults, and a client: all from one seed, in virtual time. */
export class ScanWorld {
  readonly random: SeededRandom
  readonly clock = new VirtualClock()
  readonly node: FakeNode
  readonly client: Client
  readonly pool: Pool
  readonly #storage = memoryStorage()
  readonly history: ChainHistory
  readonly finality: number
  readonly quota: number
  /** Errors that repeat for the same request. */
  readonly deterministic = new WeakSet<TestError>()
  /** Those that are classified as a range that is too wide. */
  readonly tooWide = new WeakSet<TestError>()
  /** Whether the faults allow no gap. */
  readonly mild: boolean
  /** A description for failure messages. */
  readonly notes: string[] = []
  /** Whether the chain has stopped. */
  isQuiet = false
  #over = false
  #cache: LogCache

  constructor(seed: number) {
    const random = createSeededRandom(seed, 0x5ca)
    this.random = random
    const blocks = random.pick([3, 60, 200, 400, 400, 800, 1_500, 2_600])
    const profile = random.below(5)
    const densest = [3, 1, 40, 6, 12][profile]!
    const endpoints = 1 + random.below(5)
    const slowest = random.pick([0, 20, 200, 900])
    this.node = startFakeNode({
      seed,
      blocks,
      endpoints,
      timestamps: random() < 0.3,
      logsPerBlock: (block, draw) => {
        if (profile === 0) return draw.below(4)
        if (profile === 1) return draw() < 0.05 ? 1 : 0
        if (profile === 2) return draw() < 0.02 ? 20 + draw.below(21) : draw.below(2)
        if (profile === 4) return 4 + draw.below(9)
        return Math.floor((block / (blocks + 50)) * 6 * draw())
      },
      latency: () => (slowest === 0 ? 0 : 1 + random.below(slowest)),
      clock: this.clock,
      plainReplies: true,
    })
    let mild = true
    let serves = false
    const draw = random() < 0.15 ? drawHealthy : drawFaults
    for (const endpoint of this.node.endpoints) {
      const { deterministic, tooWide } = this
      const drawn = draw(random, { densest, blocks, isDense: profile === 4, deterministic, tooWide })
      endpoint.faults = drawn.faults
      mild &&= drawn.mild
      serves ||= drawn.serves && drawn.mild && drawn.faults.lag === undefined
      this.notes.push(`${new URL(endpoint.url).host}: ${drawn.names.join('; ') || 'healthy'}`)
    }
    this.quota = random() < 0.05 ? 5 + random.below(60) : 1_000_000
    this.mild = mild && serves && this.quota === 1_000_000
    this.finality = 4 + random.below(40)
    const network = defineNetwork(xone, {
      http: this.node.urls,
      dailyQuota: this.quota,
      finality: this.finality,
    })
    const transport = nodePool(network, {
      fetch: this.node.fetch,
      clock: this.clock,
      random: createSeededRandom(seed, 0x7e57),
      storage: null,
      channel: null,
      timeout: random.pick([2_000, 10_000, 30_000]),
    })
    this.client = createClient({ chain: network, transport })
    this.pool = getPool(this.client)
    this.#cache = createLogCache({ clock: this.clock, storage: this.#storage })
    this.history = new ChainHistory(this.node.chain)
    this.notes.push(
      `${blocks} blocks, profile ${profile}, finality ${this.finality}, quota ${this.quota}, latency up to ${slowest} ms${this.mild ? ', mild' : ''}`,
    )
    this.#live()
  }

  get cache(): LogCache {
    return this.#cache
  }

  /** Reloads the page: memory is cleared. */
  async reload(): Promise<void> {
    await this.#cache.close()
    this.#cache = createLogCache({ clock: this.clock, storage: this.#storage })
  }

  /** Ranges may be wider from now on. */
  loosen(): void {
    this.notes.push('ranges may be three times as wide')
    for (const { faults } of this.node.endpoints)
      if (faults.maxBlockRange !== undefined) faults.maxBlockRange *= 3
  }

  /** Stops the chain. */
  close(): void {
    this.#over = true
    this.pool.close()
  }

  /** Adds blocks, and replaces some that are not final. */
  #live(): void {
    const { random, clock, node, finality } = this
    const pace = random.pick([500, 1_500, 3_000, 60_000])
    const shaky = random.pick([0, 0, 0.1, 0.4])
    const next = () => {
      if (this.#over) return
      clock.setTimeout(next, pace * (0.5 + random()))
      if (this.isQuiet) return
      const { head } = node.chain
      const depth = Math.min(1 + random.below(finality), Number(head))
      if (random() < shaky && depth > 0) node.chain.reorg(depth, { blocks: depth + random.below(2) })
      else node.chain.mine(1 + random.below(2))
    }
    clock.setTimeout(next, pace)
  }
}

function drawHealthy(): DrawnFaults {
  return { faults: {}, names: [], mild: true, serves: true }
}
