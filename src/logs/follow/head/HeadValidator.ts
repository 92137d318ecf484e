import { numberToHex } from 'viem'
import { onAbort } from '../../../rpc/onAbort.ts'
import type { Pool, PoolRequestOptions } from '../../../rpc/Pool.ts'
import { blockHeader } from '../../../rpc/blockHeader.ts'
import type { Head } from '../../chain/readHeader.ts'

/** `liar`: claims blocks that cannot be there. `behind`: older than what was seen, perhaps only for now. */
export type HeadVerdict = 'believed' | 'liar' | 'behind'

/** No chain makes blocks faster than one in so many milliseconds. */
const fastestBlock = 100
/** Blocks by which endpoints may differ without anybody lying. */
const tolerance = 1_000n
/** Blocks that may have come meanwhile, at most, without a witness: clocks are set, too. */
const mostUnwitnessed = 100_000n
/** As often as this in a row, a head that went back is the chain going back. */
const timesToGoBack = 3
/** Milliseconds to the next look at one. */
export const recheckAfter = 2_000
/** Milliseconds that a witness has to speak. */
const witnessPatience = 3_000

/** The last head that anybody believed of a network: while nobody listens, it tells how far the next one may be. */
const lastBelieved = new WeakMap<Pool, { readonly number: bigint; readonly at: number }>()

/** Decides which heads to believe. */
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

  /** Nothing was heard for a while: what comes next is judged anew. */
  forget(): void {
    this.#best = undefined
    this.#timesBack = 0
  }

  /**
   * A network's first head, and one that is too far ahead of the last, take a witness. Pushed heads go through every
   * block of a new chain: what is pushed never counts as going back.
   */
  async judge(head: Head, signal: AbortSignal, isPushed: boolean): Promise<HeadVerdict> {
    const best = this.#best
    if (!this.#isNear(head)) {
      if (!(await this.#isConfirmed(head, signal))) return 'liar'
      // Another may have been believed in the meantime.
      if (this.#best !== best) return this.judge(head, signal, isPushed)
    }
    const isBack = best !== undefined && head.number < best.number
    if (isBack && (isPushed || ++this.#timesBack < timesToGoBack)) return 'behind'
    this.#timesBack = 0
    this.#best = head
    lastBelieved.set(this.#pool, { number: head.number, at: this.#pool.clock.now() })
    return 'believed'
  }

  /** Whether the chain may have come so far since the last head, or there is nobody else to ask. */
  #isNear({ number, endpoint }: Head): boolean {
    const last = lastBelieved.get(this.#pool)
    if (last) {
      const since = BigInt(Math.ceil((this.#pool.clock.now() - last.at) / fastestBlock))
      return number <= last.number + tolerance + (since < mostUnwitnessed ? since : mostUnwitnessed)
    }
    // What others once showed, nobody may have believed.
    return this.#pool
      .getStatus()
      .filter(({ name, state }) => name !== endpoint && state !== 'wrong-network')
      .every(({ type }) => type === 'webSocket')
  }

  /** Whether another endpoint is about as far, or this one can name the block. */
  async #isConfirmed(head: Head, outer: AbortSignal): Promise<boolean> {
    const controller = new AbortController()
    const { signal } = controller
    const stopListening = onAbort(outer, () => {
      controller.abort()
    })
    const ask = async (block: string, options: PoolRequestOptions) => {
      const params = [block, false]
      const reply = await this.#pool.request(
        { method: 'eth_getBlockByNumber', params },
        { signal: outer, ...options },
      )
      const parsed = blockHeader.safeParse(reply.result)
      return { endpoint: reply.endpoint, block: parsed.success ? parsed.data : undefined }
    }
    // One that keeps everyone waiting is no witness.
    const timer = this.#pool.clock.setTimeout(() => {
      controller.abort()
    }, witnessPatience)
    try {
      const other = await ask('latest', { avoid: [head.endpoint], signal })
      if (other.endpoint !== head.endpoint && other.block && other.block.number + tolerance >= head.number)
        return true
    } catch {
      // There is no other, or it does not answer.
    } finally {
      this.#pool.clock.clearTimeout(timer)
      stopListening()
    }
    if (outer.aborted) return false
    try {
      const named = await ask(numberToHex(head.number), { endpoint: head.endpoint })
      return named.block?.number === head.number
    } catch {
      return false
    }
  }
}
