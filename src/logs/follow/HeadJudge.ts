import { numberToHex } from 'viem'
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

  /** Pushed heads go through every block of a new chain: what is pushed never counts as going back. */
  async judge(head: Head, now: number, signal: AbortSignal, isPushed: boolean): Promise<HeadVerdict> {
    const best = this.#best
    const since = BigInt(Math.ceil((now - this.#seenAt) / fastestBlock))
    const fastest = best && best.number + tolerance + since
    if (fastest !== undefined && head.number > fastest) {
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

  /** Whether another endpoint is about as far, or this one can name the block. */
  async #isConfirmed(head: Head, signal: AbortSignal): Promise<boolean> {
    const ask = async (block: string, options: PoolRequestOptions) => {
      const params = [block, false]
      const reply = await this.#pool.request(
        { method: 'eth_getBlockByNumber', params },
        { signal, ...options },
      )
      const parsed = blockHeader.safeParse(reply.result)
      return { endpoint: reply.endpoint, block: parsed.success ? parsed.data : undefined }
    }
    try {
      const other = await ask('latest', { avoid: [head.endpoint] })
      if (other.endpoint !== head.endpoint && other.block && other.block.number + tolerance >= head.number)
        return true
    } catch {
      // There is no other, or it does not answer.
    }
    if (signal.aborted) return false
    try {
      const named = await ask(numberToHex(head.number), { endpoint: head.endpoint })
      return named.block?.number === head.number
    } catch {
      return false
    }
  }
}
