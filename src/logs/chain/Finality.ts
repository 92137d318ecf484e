import type { Hash } from 'viem'
import { EndpointCooldown } from '../../rpc/endpoint/EndpointCooldown.ts'
import { requestEndpoints } from '../../rpc/endpoint/requestEndpoints.ts'
import { perPool } from '../../rpc/perPool.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { untilAborted } from '../untilAborted.ts'
import { readTag } from './resolveRange.ts'

/** Milliseconds until the tag is read again: after an answer, from an endpoint without the tag, and after a failure. */
const readAgainAfter = { answer: 600_000, refusal: 3_600_000, failure: 60_000 }
/** Milliseconds to wait for an answer: every scan waits for it. */
const patience = 5_000
/** Milliseconds after which a tag is ignored unless its endpoint confirms it. */
const tagLifetime = 7_200_000

interface Tag {
  readonly number: bigint
  readonly hash: Hash | undefined
  readonly at: number
}

/**
 * Determines which blocks of a network are final. Shared by all scans and followers, so that the `finalized` tag is
 * read at most once in ten minutes.
 *
 * - Without a tag, blocks are final `finality` blocks below the head.
 * - The tag of one endpoint can only make blocks final later than that, never sooner.
 * - A block that the tags of two endpoints cover is final, however near the head; with a single endpoint, its tag is
 * enough.
 * - A tag above the head, or at block 0, is ignored.
 */
export class Finality {
  static readonly of: (pool: Pool) => Finality = /* @__PURE__ */ perPool((pool) => new Finality(pool))

  readonly #pool: Pool
  readonly #tags = new Map<string, Tag>()
  /** Endpoints without the tag. */
  readonly #without: EndpointCooldown
  #last: string | undefined
  #nextReadAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined
  /** Aborted when the tags of its chain are forgotten. */
  #chain = new AbortController()

  constructor(pool: Pool) {
    this.#pool = pool
    this.#without = new EndpointCooldown(pool.clock)
  }

  /** Whether {@link refresh} would send a call. */
  get isDue(): boolean {
    return this.#reading === undefined && this.#pool.clock.now() >= this.#nextReadAt
  }

  /** A final block that a tag has shown, with its hash. */
  get tag(): { readonly number: bigint; readonly hash: Hash } | undefined {
    for (const { number, hash } of this.#usableTags()) if (hash) return { number, hash }
    return undefined
  }

  /** The newest final block, given the head. Negative if there is none. */
  finalBlock(head: bigint): bigint {
    const byDepth = head - BigInt(this.#pool.network.finality)
    const since = this.#pool.clock.now() - tagLifetime
    const [highest, second] = this.#usableTags()
      .filter(({ number, at }) => number > 0n && number <= head && at >= since)
      .map(({ number }) => number)
      .sort((a, b) => (a > b ? -1 : 1))
    if (highest === undefined) return byDepth
    if (this.#names().length <= 1) return highest
    const capped = highest < byDepth ? highest : byDepth
    return second !== undefined && second > capped ? second : capped
  }

  /**
   * Reads the tag (`eth_getBlockByNumber`) if it is due, from a different endpoint each time, so that they confirm
   * each other. `pool` determines whether the call may exceed the budget. Rejects only if the signal fires.
   */
  async refresh(pool: Pool, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (this.isDue) this.#reading = this.#readTag(pool, signal)
    // Another caller may have begun to read it, with a signal of its own.
    await untilAborted(Promise.resolve(this.#reading), signal)
    signal?.throwIfAborted()
  }

  /** Forgets all tags: the chain has been replaced by another. */
  forget(): void {
    this.#chain.abort()
    this.#chain = new AbortController()
    this.#reading = undefined
    this.#tags.clear()
    this.#nextReadAt = Number.NEGATIVE_INFINITY
  }

  async #readTag(pool: Pool, outer: AbortSignal | undefined): Promise<void> {
    const { clock } = pool
    const now = clock.now()
    const { signal: forgotten } = this.#chain
    const slow = new AbortController()
    const timer = clock.setTimeout(() => slow.abort(), patience)
    const signal = AbortSignal.any([slow.signal, forgotten, ...(outer ? [outer] : [])])
    const avoid = [...this.#without.names, ...(this.#last === undefined ? [] : [this.#last])]
    try {
      const { number, hash, endpoint } = await readTag(pool, 'finalized', { signal, avoid })
      if (forgotten.aborted) return
      this.#last = endpoint
      if (endpoint !== undefined && number === undefined) {
        this.#without.add(endpoint, readAgainAfter.refusal)
        this.#tags.delete(endpoint)
      } else if (endpoint !== undefined && number !== undefined)
        this.#tags.set(endpoint, { number, hash, at: now })
      const without = this.#without.names
      const isNowhere = this.#names().every((name) => without.includes(name))
      this.#nextReadAt = now + (isNowhere ? readAgainAfter.refusal : readAgainAfter.answer)
    } catch {
      // Other calls report the same failure. A caller's abort must not keep others from reading the tag.
      if (!forgotten.aborted) this.#nextReadAt = outer?.aborted ? now : now + readAgainAfter.failure
    } finally {
      clock.clearTimeout(timer)
      if (!forgotten.aborted) this.#reading = undefined
    }
  }

  /** The tags of endpoints that have not turned out to serve another network. */
  #usableTags(): readonly Tag[] {
    return this.#names().flatMap((name) => this.#tags.get(name) ?? [])
  }

  /** Endpoints that can be used. */
  #names(): readonly string[] {
    const able = requestEndpoints(this.#pool.getStatus()).filter(({ state }) => state !== 'wrong-network')
    return able.map(({ name }) => name)
  }
}
