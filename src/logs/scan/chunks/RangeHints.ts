import type { NodeError } from '../../../errors/NodeError.ts'
import type { BlockInterval } from '../../Coverage.ts'
import type { AnswerSize, IntervalRead } from '../read/IntervalRead.ts'

/** A suggested range is worth its call when its answer has at least this share of the logs that the node sends at once. */
const minShareOfCap = 0.25
/** Without a named cap, a suggestion is followed only if at most this many times as many blocks were refused. */
const maxRefusedPerSuggested = 8n

/**
 * Ranges that nodes suggest when they refuse an interval with too many logs. A suggested range has as many logs as fit, so
 * it is read in one call and shows the density. Once one is refused, or not worth its call, no more are followed: endpoints of a
 * network usually have similar limits. Refusals by an endpoint with a lower cap do not count.
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
    suggestedBy: string | undefined,
  ): BlockInterval | undefined {
    const { endpoint, maxResults, suggestedRange } = error
    if (endpoint === undefined) return undefined
    if (maxResults !== undefined) this.#caps.set(endpoint, maxResults)
    if (suggestedBy !== undefined && !this.#sendsFewer(endpoint, suggestedBy)) this.#areUseful = false
    if (!this.#areUseful || !suggestedRange) return undefined
    const [first, last] = suggestedRange
    if (first !== from || last >= to) return undefined
    const isWide = (last - from + 1n) * maxRefusedPerSuggested >= to - from + 1n
    return maxResults !== undefined || isWide ? { from, to: last } : undefined
  }

  /** Whether an answer has enough logs to be worth its call, if the node's cap is known. */
  isWorthwhile({ answers }: IntervalRead, cap: number | undefined): boolean {
    return cap !== undefined && answers.some(({ logs }) => logs >= cap * minShareOfCap)
  }

  /** Notes the answer to a suggested range. */
  answered(read: IntervalRead, cap: number | undefined): void {
    if (cap !== undefined && !this.isWorthwhile(read, cap)) this.#areUseful = false
  }

  /** Whether an answer to a suggested range is complete: a node that refuses larger answers does not cut them off. */
  isWhole({ endpoint, logs }: AnswerSize): boolean {
    return logs === this.#caps.get(endpoint)
  }

  #sendsFewer(endpoint: string, than: string): boolean {
    const cap = this.#caps.get(endpoint)
    return cap !== undefined && cap < (this.#caps.get(than) ?? Number.POSITIVE_INFINITY)
  }
}
