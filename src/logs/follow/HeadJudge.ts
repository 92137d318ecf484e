import { numberToHex } from 'viem'
import { onAbort } from '../../rpc/onAbort.ts'
import type { Pool, PoolRequestOptions } from '../../rpc/Pool.ts'
import { blockHeader } from '../../rpc/schemas/blockHeader.ts'
import type { Head } from './HeadFeed.ts'

/** `liar`: claims blocks that cannot be there. `behind`: older than what was seen, perhaps only for now. */
export type HeadVerdict = 'believed' | 'liar' | 'behind'

/** No chain makes blocks faster than one in so many milliseconds. */
const fastestBlock = 100
/** Blocks by which endpoints may differ without anybody lying. */
const tolerance = 1_000n
/** As often as this in a row, a head that went back is the chain going back. */
const timesToGoBack = 3
/** Milliseconds to the next look at one. */
export const recheckAfter = 2_000
/** Milliseconds that a witness has to speak. */
const witnessPatience = 3_000

/** Decides which heads to believe. */
export class HeadJudge {
  readonly #pool: Pool
  #best: Head | undefined
  #seenAt = 0
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
   * The first head, and one that is too far ahead of the best, take a witness. Pushed heads go through every block of a
   * new chain: what is pushed never counts as going back.
   */
  async judge(head: Head, now: number, signal: AbortSignal, isPushed: boolean): Promise<HeadVerdict> {
    const best = this.#best
    const since = BigInt(Math.ceil((now - this.#seenAt) / fastestBlock))
    const isPlausible = best ? head.number <= best.number + tolerance + since : this.#isNear(head)
    if (!isPlausible) {
      if (!(await this.#isConfirmed(head, signal))) return 'liar'
      // Another may have been believed in the meantime.
      if (this.#best !== best) return this.judge(head, now, signal, isPushed)
    }
    const isBack = best !== undefined && head.number < best.number
    if (isBack && (isPushed || ++this.#timesBack < timesToGoBack)) return 'behind'
    this.#timesBack = 0
    this.#best = head
    this.#seenAt = now
    return 'believed'
  }

  /** Whether another endpoint has been about as far, or there is none. */
  #isNear({ number, endpoint }: Head): boolean {
    const others = this.#pool
      .getStatus()
      .filter(({ name, state }) => name !== endpoint && state !== 'wrong-network')
    const isFar = (other: bigint | undefined) => other === undefined || other + tolerance < number
    return others.every(({ type }) => type === 'webSocket') || others.some(({ head }) => !isFar(head))
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
