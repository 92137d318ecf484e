import type { NodeError } from '../../../errors/NodeError.ts'
import type { BlockInterval } from '../../Coverage.ts'
import type { IntervalRead } from '../read/readInterval.ts'
import { countLogs } from '../../columns/LogSelection.ts'

/** An answer that is worth a refusal and a call has at least this part of what the node sends at once. */
const worth = 0.25
/** Blocks are refused for each that is promised, at most, by a node that does not say how many logs it sends. */
const leastShare = 8n

/**
 * What nodes promise that refuse an interval with too many logs: blocks from its start on that they answer for. As many as
 * fit, such blocks are read in one call and show how the logs lie. Believed until one is not kept, or not worth a call:
 * endpoints of a network are much alike. What is refused by another, known to send fewer logs, breaks no promise.
 */
export class RangeHints {
  #isBelieved = true
  /** Of each endpoint, the logs above which it refuses. */
  readonly #most = new Map<string, number>()
  #lastSuggested: bigint | undefined

  /** Whether as many blocks are suggested as the last time. */
  isRepeated(suggested: bigint): boolean {
    const isSame = suggested === this.#lastSuggested
    this.#lastSuggested = suggested
    return isSame
  }

  /** Takes note of a refusal of blocks, `promisedBy` somebody or not; the blocks that it promises, if it does. */
  refused(
    { from, to }: BlockInterval,
    error: NodeError,
    promisedBy: string | undefined,
  ): BlockInterval | undefined {
    const { endpoint, maxResults, suggestedRange } = error
    if (endpoint === undefined) return undefined
    if (maxResults !== undefined) this.#most.set(endpoint, maxResults)
    if (promisedBy !== undefined && !this.#sendsFewer(endpoint, promisedBy)) this.#isBelieved = false
    if (!this.#isBelieved || !suggestedRange) return undefined
    const [first, last] = suggestedRange
    if (first !== from || last >= to) return undefined
    // Where the node names no number, nobody could say whether so few logs are worth it.
    const isWide = (last - from + 1n) * leastShare >= to - from + 1n
    return maxResults !== undefined || isWide ? { from, to: last } : undefined
  }

  /** Whether an answer has about as many logs as nodes send at once, so far as that is known. */
  isFull({ selection, rejected }: IntervalRead, cap: number | undefined): boolean {
    return cap !== undefined && countLogs(selection) + rejected >= cap * worth
  }

  /** What was promised was answered. Whether that is all: who refuses what is more does not cut it off. */
  kept({ endpoint, selection, rejected }: IntervalRead, cap: number | undefined): boolean {
    const logs = countLogs(selection) + rejected
    if (cap !== undefined && logs < cap * worth) this.#isBelieved = false
    return logs === this.#most.get(endpoint)
  }

  #sendsFewer(endpoint: string, than: string): boolean {
    const most = this.#most.get(endpoint)
    return most !== undefined && most < (this.#most.get(than) ?? Number.POSITIVE_INFINITY)
  }
}
