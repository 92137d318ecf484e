import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import type { Pool } from '../../../src/rpc/Pool.ts'
import { createPool } from '../../../src/rpc/pool/createPool.ts'
import type { TestCall, TestError, EndpointFaults } from '../../../src/testing/EndpointFaults.ts'
import { createSeededRandom, type SeededRandom } from '../../../src/testing/SeededRandom.ts'
import { startFakeNode, type FakeNode } from '../startFakeNode.ts'
import { drawPhase, type Phase } from './drawPhase.ts'
import { VirtualClock } from './VirtualClock.ts'
import { WireWatch } from './WireWatch.ts'

/** Endpoints whose behavior changes during requests, and a pool over them: all from one seed, in virtual time. */
export class PoolWorld {
  readonly random: SeededRandom
  readonly clock = new VirtualClock()
  readonly node: FakeNode
  readonly pool: Pool
  readonly wire: WireWatch
  /** Names of the endpoints that answer every request, all the time. */
  readonly reliable: readonly string[]
  readonly quota: number | undefined
  readonly timeout: number
  readonly tooWide = new WeakSet<TestError>()
  readonly unavailable = new WeakSet<TestError>()
  /** How often each raw transaction was carried out. */
  readonly sent = new Map<string, number>()
  /** A readable description of the world, for debugging a failure. */
  readonly notes: string[] = []
  readonly #slowest = new Map<string, number>()
  #isOver = false

  constructor(seed: number) {
    const random = createSeededRandom(seed, 0xb001)
    this.random = random
    const usual = random.pick([0, 10, 200, 900])
    // One endpoint fails some calls at once; the one that would answer them is busy, or down for long.
    const isPair = random() < 0.25
    this.node = startFakeNode({
      seed,
      blocks: 300,
      logsPerBlock: random.below(4),
      endpoints: isPair ? 2 : 1 + random.below(5),
      latency: (_, { host }) => {
        const slowest = this.#slowest.get(host) ?? usual
        return slowest === 0 ? 0 : 1 + random.below(slowest)
      },
      clock: this.clock,
      plainReplies: true,
    })
    this.timeout = random.pick([2_000, 10_000, 30_000])
    this.quota = random() < 0.1 ? 5 + random.below(60) : undefined
    const network = defineNetwork(xone, { http: this.node.urls, dailyQuota: this.quota })
    this.wire = new WireWatch(this.node, this.clock)
    this.pool = createPool(network, {
      fetch: this.wire.fetch,
      clock: this.clock,
      random: createSeededRandom(seed, 0x7e57),
      storage: null,
      channel: null,
      timeout: this.timeout,
      batchSize: random.pick([1, 3, 20]),
    })
    const changeable = random.pick([0.3, 0.7, 1])
    const reliable: string[] = []
    for (const [at, { host }] of this.node.endpoints.entries())
      if (isPair && at === 0) this.#begin(host, drawPhase(random, this, ['failing']))
      else if (isPair && random() < 0.5) this.#begin(host, drawPhase(random, this, ['resting', 'down']))
      else if (!isPair && random() < changeable) this.#change(host)
      else {
        reliable.push(host)
        this.#begin(host, { words: 'reliable', faults: {}, slowest: usual })
      }
    this.reliable = reliable
    this.notes.push(`up to ${usual} ms, timeout ${this.timeout} ms, quota ${this.quota}`)
  }

  /** From now on every endpoint of the network works. */
  heal(): void {
    this.#isOver = true
    for (const { host, faults } of this.node.endpoints)
      if (faults.chainId === undefined) this.#begin(host, { words: 'healed', faults: {}, slowest: 100 })
  }

  close(): void {
    this.#isOver = true
    this.pool.close()
  }

  /** Changes the behavior of an endpoint now, and again later. */
  #change(host: string): void {
    const { random, clock } = this
    if (this.#isOver) return
    // An endpoint of another network always serves it.
    if (clock.awake === 0 && random() < 0.08)
      return this.#begin(host, { words: 'another network', faults: { chainId: 1 } })
    this.#begin(host, drawPhase(random, this))
    clock.setTimeout(() => this.#change(host), random.pick([3_000, 20_000, 120_000]) * random())
  }

  #begin(host: string, { words, faults, slowest }: Phase): void {
    const endpoint = this.node.endpoints.find((one) => one.host === host)!
    endpoint.faults = { ...faults, respond: (call) => this.#send(call, faults) }
    if (slowest === undefined) this.#slowest.delete(host)
    else this.#slowest.set(host, slowest)
    this.notes.push(`at ${this.clock.awake} ms ${host} is ${words}`)
  }

  #send({ method, params }: TestCall, { respond }: EndpointFaults) {
    if (method !== 'eth_sendRawTransaction') return respond?.({ id: null, method, params })
    const raw = String(params[0])
    this.sent.set(raw, (this.sent.get(raw) ?? 0) + 1)
    return { result: raw }
  }
}
