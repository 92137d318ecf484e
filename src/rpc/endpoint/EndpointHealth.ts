import { NodeError } from '../../errors/NodeError.ts'
import { type BaseError } from '../../errors/BaseError.ts'
import { backoff } from '../backoff.ts'

/** Failures in a row after which an endpoint counts as unreachable. */
const failuresToOpen = 3
/** Messages under way to one endpoint: where it starts, and the most it may reach. */
const firstWindow = 6
const largestWindow = 24

/** How an endpoint as a whole is doing, and what it can be asked to bear. Times are in milliseconds since the epoch. */
export class EndpointHealth {
  readonly #random: () => number
  #window = firstWindow
  #failures = 0
  #lastFailureAt = Number.NEGATIVE_INFINITY
  #pausedUntil = 0
  #hasWorked = false
  #latency: number | undefined
  #respondedAt: number | undefined
  /** What it last failed with, until it works again. */
  error: BaseError | undefined

  constructor(random: () => number) {
    this.#random = random
  }

  /** Milliseconds that an answer takes, smoothed. */
  get latency(): number | undefined {
    return this.#latency
  }

  /** When it last responded or pushed something. */
  get respondedAt(): number | undefined {
    return this.#respondedAt
  }

  get hasWorked(): boolean {
    return this.#hasWorked
  }

  get pausedUntil(): number {
    return this.#pausedUntil
  }

  /** Breaker open: it failed too often in a row to be waited for. */
  get isDown(): boolean {
    return this.#failures >= failuresToOpen && !this.#isRationed
  }

  /** Messages that may be under way: after a failure one at a time finds out whether it is over. */
  get window(): number {
    return this.#failures > 0 ? 1 : Math.floor(this.#window)
  }

  /** It answers, but not as often as it is asked. */
  get #isRationed(): boolean {
    return (
      this.error instanceof NodeError && (this.error.kind === 'rate-limited' || this.error.kind === 'quota')
    )
  }

  /** It answered, or (without `sentAt`) spoke of its own accord. Whether that says how it is now. */
  succeeded(now: number, sentAt?: number): boolean {
    this.#respondedAt = now
    if (sentAt !== undefined) {
      const took = now - sentAt
      this.#latency = this.#latency === undefined ? took : this.#latency * 0.8 + took * 0.2
    }
    // Old news: this was sent before the endpoint got into trouble.
    if ((sentAt ?? now) <= this.#lastFailureAt) return false
    this.#failures = 0
    this.#hasWorked = true
    this.error = undefined
    this.#window = Math.min(largestWindow, this.#window + 1 / this.#window)
    return true
  }

  /** It rests, and is asked less at a time afterwards. Whether this is a failure of its own. */
  failed(error: NodeError, now: number, sentAt: number): boolean {
    this.error = error
    // What was under way together fails together, and counts once.
    const isNew = sentAt > this.#lastFailureAt
    if (isNew) {
      this.#failures++
      this.#lastFailureAt = now
      this.#window = Math.max(1, this.#window / 2)
      this.#pausedUntil = now + 1 + this.#pauseAfter(error)
    }
    const until = error.kind === 'quota' ? (error.retryAt ?? nextUtcDay(now)) : error.retryAt
    if (until !== undefined) this.#pausedUntil = Math.max(this.#pausedUntil, until)
    return isNew
  }

  #pauseAfter({ kind }: NodeError): number {
    const [floor, base, attempt] =
      kind === 'rate-limited'
        ? [500, 1_000, this.#failures - 1]
        : this.isDown
          ? // Those before came within moments, as the same call is sent again: they say little of how long it takes.
            [1_000, 2_000, this.#failures - failuresToOpen]
          : [0, 250, this.#failures - 1]
    return floor + backoff(attempt, { random: this.#random, base, cap: 60_000 })
  }
}

function nextUtcDay(now: number): number {
  return (Math.floor(now / 86_400_000) + 1) * 86_400_000
}
