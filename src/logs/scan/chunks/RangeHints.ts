import type { NodeError } from '../../../errors/NodeError.ts'
import type { BlockInterval } from '../../Coverage.ts'
import type { AnswerSize, IntervalRead } from '../read/IntervalRead.ts'

/** A suggested range is worth its call when its answer has at least this share of what the node sends at once. */
const worth = 0.25
/** Without a named cap, a suggestion is followed only if it covers at least one block in this many refused. */
const minShare = 8n

/**
 * Ranges that nodes suggest when they refuse an interval with too many logs. A suggested range has as many logs as fit, so
 * it is read in one call and shows the density. Suggestions are followed until one is refused or not worth a call, for
 * endpoints of a network usually have similar limits; a refusal by an endpoint with a lower cap does not count.
 */
export class RangeHints {
  #areUseful = true
  /** The most logs that each endpoint sends. */
  readonly #caps = new Map<string, number>()
  #lastSuggested: bigint | undefined

  /** Whether the suggestion has the same width as the last one. */
  isRepeated(suggested: bigint): boolean {
    const isSame = suggested === this.#lastSuggested
    this.#lastSuggested = suggested
    return isSame
  }

  /** Notes a refusal of blocks, which may themselves have been suggested. Returns the range to read instead, if any. */
  refused(
    { from, to }: BlockInterval,
    error: NodeError,
    promisedBy: string | undefined,
  ): BlockInterval | undefined {
    const { endpoint, maxResults, suggestedRange } = error
    if (endpoint === undefined) return undefined
    if (maxResults !== undefined) this.#caps.set(endpoint, maxResults)
    if (promisedBy !== undefined && !this.#sendsFewer(endpoint, promisedBy)) this.#areUseful = false
    if (!this.#areUseful || !suggestedRange) return undefined
    const [first, last] = suggestedRange
    if (first !== from || last >= to) return undefined
    const isWide = (last - from + 1n) * minShare >= to - from + 1n
    return maxResults !== undefined || isWide ? { from, to: last } : undefined
  }

  /** Whether an answer has nearly as many logs as a node sends at once, if that is known. */
  isFull({ answers }: IntervalRead, cap: number | undefined): boolean {
    return cap !== undefined && answers.some(({ logs }) => logs >= cap * worth)
  }

  /** Notes the answer to a suggested range. */
  answered(read: IntervalRead, cap: number | undefined): void {
    if (cap !== undefined && !this.isFull(read, cap)) this.#areUseful = false
  }

  /** Whether an answer to a suggested range is complete: a node that refuses larger answers does not cut them off. */
  isWhole({ endpoint, logs }: AnswerSize): boolean {
    return logs === this.#caps.get(endpoint)
  }

  #sendsFewer(endpoint: string, than: string): boolean {
    const most = this.#caps.get(endpoint)
    return most !== undefined && most < (this.#caps.get(than) ?? Number.POSITIVE_INFINITY)
  }
}
