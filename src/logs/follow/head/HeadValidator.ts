import { abortAfter } from '../../../rpc/onAbort.ts'
import { perPool } from '../../../rpc/perPool.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import { maxLag } from '../../chain/furthestHead.ts'
import { requestHeader, showsHead, type Head } from '../../chain/readHeader.ts'

/** `refuted`: far beyond the chain, or far below another endpoint's head. `behind`: older than the last head, perhaps only for now. */
export type HeadVerdict = 'valid' | 'refuted' | 'behind'

/** Milliseconds per block of the fastest chain. */
const fastestBlock = 100
/** Blocks by which honest endpoints may differ. */
const tolerance = 1_000n
/** Maximum blocks to accept without confirmation, however much time has passed: clocks can be wrong. */
const maxUnconfirmed = 100_000n
/** Lower heads in a row after which the chain itself has gone back. */
const timesToGoBack = 3
/** Milliseconds until a lower head is read again. */
export const recheckAfter = 2_000
/** Milliseconds to wait for another endpoint's confirmation. */
const confirmTimeout = 3_000

interface ValidHead {
  readonly number: bigint
  readonly at: number
}

/** The last valid head of a network, kept while it is not followed: it bounds the next one. */
const lastValidOf = /* @__PURE__ */ perPool((): { head: ValidHead | undefined } => ({ head: undefined }))

/** Decides which heads are credible. */
export class HeadValidator {
  readonly #pool: Pool
  #best: Head | undefined
  #timesBack = 0

  constructor(pool: Pool) {
    this.#pool = pool
  }

  get best(): Head | undefined {
    return this.#best
  }

  /** Whether several lower heads in a row were polled. */
  get hasRepeatedlyGoneBack(): boolean {
    return this.#timesBack > 1
  }

  /** Heads were not followed for a while: the next one may be lower. */
  reset(): void {
    this.#best = undefined
    this.#timesBack = 0
  }

  /**
   * A network's first head, and one too far ahead of the last, need confirmation. After a reorg, a socket pushes every block
   * of the new chain: a lower pushed head does not mean that the chain went back.
   */
  async validate(head: Head, signal: AbortSignal, isPushed: boolean): Promise<HeadVerdict> {
    const best = this.#best
    if (!this.#isPlausible(head)) {
      if (!(await this.#isConfirmed(head, signal))) return 'refuted'
      // Another head may have been accepted in the meantime.
      if (this.#best !== best) return this.validate(head, signal, isPushed)
    }
    const isBack = best !== undefined && head.number < best.number
    if (isBack && (isPushed || ++this.#timesBack < timesToGoBack)) return 'behind'
    this.#timesBack = 0
    this.#best = head
    lastValidOf(this.#pool).head = { number: head.number, at: this.#pool.clock.now() }
    return 'valid'
  }

  /** Whether the chain may have grown this far since the last head. A first head is plausible if no other endpoint can confirm it. */
  #isPlausible({ number, endpoint }: Head): boolean {
    const { head: last } = lastValidOf(this.#pool)
    if (last) {
      const since = BigInt(Math.ceil((this.#pool.clock.now() - last.at) / fastestBlock))
      return number <= last.number + tolerance + (since < maxUnconfirmed ? since : maxUnconfirmed)
    }
    return this.#pool
      .getStatus()
      .filter(({ name, state }) => name !== endpoint && state !== 'wrong-network')
      .every(({ type }) => type === 'webSocket')
  }

  /** Whether another endpoint is about as far, or this one can show the block by its number and no other is far above. */
  async #isConfirmed(head: Head, outer: AbortSignal): Promise<boolean> {
    const begun = this.#pool.clock.now()
    // A slow endpoint does not confirm it.
    const { signal, stop } = abortAfter(outer, confirmTimeout, this.#pool.clock)
    try {
      const options = { avoid: [head.endpoint], signal, reason: 'head' } as const
      const { header, endpoint } = await requestHeader(this.#pool, 'latest', options)
      if (endpoint !== head.endpoint && typeof header === 'object') {
        // The chain has grown since the head was read.
        const grown = BigInt(Math.ceil((this.#pool.clock.now() - begun) / fastestBlock))
        if (header.number > head.number + maxLag + grown)
          return !(await showsHead(this.#pool, { head: header.number, endpoint }, signal))
        if (header.number + tolerance >= head.number) return true
      }
    } catch {
      // There is no other endpoint, or it does not answer.
    } finally {
      stop()
    }
    return !outer.aborted && showsHead(this.#pool, { head: head.number, endpoint: head.endpoint }, outer)
  }
}
