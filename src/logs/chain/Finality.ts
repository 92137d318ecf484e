import { onAbort } from '../../rpc/onAbort.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { readTag } from './resolveRange.ts'
import { perPool } from '../../rpc/perPool.ts'

/** Milliseconds until the tag is asked for again: of an endpoint that has it, that does not, or that did not answer. */
const askAfter = { answer: 600_000, refusal: 3_600_000, failure: 60_000 }
/** Milliseconds that the answer may take: others wait for it. */
const patience = 5_000
/** Milliseconds for which a tag is remembered that its endpoint does not confirm. */
const believedFor = 7_200_000

interface Tag {
  readonly number: bigint
  readonly at: number
}

const finalities = /* @__PURE__ */ perPool((pool) => new Finality(pool))

/**
 * Which blocks of a network cannot change any more. One for all who scan and follow it, so that the `finalized` tag is
 * asked for once in ten minutes at most.
 *
 * - Without a tag, final is what lies the network's `finality` below the head.
 * - What one endpoint's tag says holds back what is that deep and not final yet. It makes nothing final sooner.
 * - What the tags of two endpoints say is final, however near the head; so is what the tag of a network's only one says.
 * - A tag above the head, or at the first block, says nothing.
 */
export class Finality {
  readonly #pool: Pool
  readonly #tags = new Map<string, Tag>()
  /** Endpoints that do not have the tag, and until when that is believed. */
  readonly #without = new Map<string, number>()
  #last: string | undefined
  #askAt = Number.NEGATIVE_INFINITY
  #asking: Promise<void> | undefined

  constructor(pool: Pool) {
    this.#pool = pool
  }

  static of(pool: Pool): Finality {
    return finalities(pool)
  }

  /** Whether {@link refresh} would ask. */
  get isDue(): boolean {
    return this.#asking === undefined && this.#pool.clock.now() >= this.#askAt
  }

  /** The newest block that is final, judged by one that was shown as the head. Negative when there is none. */
  finalBlock(head: bigint): bigint {
    const byDepth = head - BigInt(this.#pool.network.finality)
    const since = this.#pool.clock.now() - believedFor
    const [highest, second] = [...this.#tags.values()]
      .filter(({ number, at }) => number > 0n && number <= head && at >= since)
      .map(({ number }) => number)
      .sort((a, b) => (a > b ? -1 : 1))
    if (highest === undefined) return byDepth
    if (!this.#hasOthers()) return highest
    const held = highest < byDepth ? highest : byDepth
    return second !== undefined && second > held ? second : held
  }

  /**
   * Asks for the tag (`eth_getBlockByNumber`) when that was not done lately: another endpoint each time, so that they
   * confirm each other. The call is whoever's who asks: `pool` says whether it may pass the budget. Rejects only when the
   * signal fires.
   */
  async refresh(pool: Pool, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (this.isDue) this.#asking = this.#ask(pool, signal).finally(() => (this.#asking = undefined))
    await this.#asking
    signal?.throwIfAborted()
  }

  /** The chain is another one: nothing that was said holds for it. */
  forget(): void {
    this.#tags.clear()
    this.#askAt = Number.NEGATIVE_INFINITY
  }

  async #ask(pool: Pool, outer: AbortSignal | undefined): Promise<void> {
    const { clock } = pool
    const now = clock.now()
    const controller = new AbortController()
    const { signal } = controller
    const abort = () => {
      controller.abort()
    }
    const stopListening = onAbort(outer, abort)
    const timer = clock.setTimeout(abort, patience)
    for (const [name, until] of this.#without) if (until <= now) this.#without.delete(name)
    const avoid = [...this.#without.keys(), ...(this.#last === undefined ? [] : [this.#last])]
    try {
      const { number, endpoint } = await readTag(pool, 'finalized', { signal, avoid })
      this.#last = endpoint
      if (endpoint !== undefined && number === undefined) {
        this.#without.set(endpoint, now + askAfter.refusal)
        this.#tags.delete(endpoint)
      } else if (endpoint !== undefined && number !== undefined) this.#tags.set(endpoint, { number, at: now })
      const isNowhere = this.#names().every((name) => this.#without.has(name))
      this.#askAt = now + (isNowhere ? askAfter.refusal : askAfter.answer)
    } catch {
      // Whoever asked for something else as well hears of it there; whoever gave up must not keep others from asking.
      this.#askAt = outer?.aborted ? now : now + askAfter.failure
    } finally {
      clock.clearTimeout(timer)
      stopListening()
    }
  }

  #hasOthers(): boolean {
    return this.#names().length > 1
  }

  /** Endpoints that can be asked: the socket only where there is nothing else. */
  #names(): readonly string[] {
    const able = this.#pool.getStatus().filter(({ state }) => state !== 'wrong-network')
    const overHttp = able.filter(({ type }) => type === 'http')
    return (overHttp.length > 0 ? overHttp : able).map(({ name }) => name)
  }
}
