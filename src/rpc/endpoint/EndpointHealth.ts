import { type BaseError } from '../../errors/BaseError.ts'
import { NodeError } from '../../errors/NodeError.ts'
import { backoff } from '../backoff.ts'

/** Consecutive failures after which an endpoint counts as unreachable. */
const failuresToOpen = 3
/** Messages in flight to one endpoint: at first, and at most. */
const firstWindow = 6
const maxWindow = 24
/** Maximum milliseconds of a pause after failures. */
const maxPause = 60_000
/** The same for the only endpoint. One call every 11 s on average leaves a fifth of 10,000 calls a day. */
const maxPauseOfOnly = 20_000
/** The same if its calls are not limited: a developer who restarts a node should not wait for long. */
const maxPauseOfFree = 4_000

/** Health and load of an endpoint: failures, pauses, latency, and how many messages it gets at a time. Times are in milliseconds since the epoch. */
export class EndpointHealth {
  readonly #random: () => number
  readonly #maxPause: number
  #window = firstWindow
  #failures = 0
  #lastFailureAt = Number.NEGATIVE_INFINITY
  /** The end of a pause after failures, and of one that the endpoint requested. */
  #backsOffUntil = 0
  #requestedUntil = 0
  hasWorked = false
  /** Milliseconds until an answer, smoothed. */
  latency: number | undefined
  /** When it last responded or pushed something. */
  respondedAt: number | undefined
  /** The last error, until it works again. */
  error: BaseError | undefined

  /**
   * `isOnly`: whether there is no other endpoint, so that its recovery must be noticed soon. `isFree`: whether there is no
   * quota either.
   */
  constructor(random: () => number, { isOnly = false, isFree = false } = {}) {
    this.#random = random
    this.#maxPause = !isOnly ? maxPause : isFree ? maxPauseOfFree : maxPauseOfOnly
  }

  get pausedUntil(): number {
    return Math.max(this.#backsOffUntil, this.#requestedUntil)
  }

  /** Too many consecutive failures (the circuit breaker is open). */
  get isDown(): boolean {
    return this.#failures >= failuresToOpen && !this.#isThrottled
  }

  /** It did not answer in time when it was last called. */
  get isSilent(): boolean {
    return this.error instanceof NodeError && this.error.kind === 'timeout'
  }

  /** Messages that may be in flight: after a failure, one at a time tries whether it works again. */
  get window(): number {
    return this.#failures > 0 ? 1 : Math.floor(this.#window)
  }

  /** It works, but limits how often it is called. */
  get #isThrottled(): boolean {
    return (
      this.error instanceof NodeError && (this.error.kind === 'rate-limited' || this.error.kind === 'quota')
    )
  }

  /** Records an answer, or (without `sentAt`) a subscription that has begun: ends a pause after failures. Returns `false` if it is older than the last failure, and so proves nothing. */
  succeeded(now: number, sentAt?: number): boolean {
    this.respondedAt = now
    if (sentAt !== undefined) {
      const took = now - sentAt
      this.latency = this.latency === undefined ? took : this.latency * 0.8 + took * 0.2
    }
    if ((sentAt ?? now) <= this.#lastFailureAt) return false
    this.#failures = 0
    this.#backsOffUntil = 0
    this.hasWorked = true
    this.error = undefined
    this.#window = Math.min(maxWindow, this.#window + 1 / this.#window)
    return true
  }

  /** Records a failure: pauses the endpoint and shrinks its window. Returns whether the failure is a new one. */
  failed(error: NodeError, now: number, sentAt: number): boolean {
    this.error = error
    // Messages in flight together fail together, and count once.
    const isNew = sentAt > this.#lastFailureAt
    if (isNew) {
      this.#failures++
      this.#lastFailureAt = now
      this.#window = Math.max(1, this.#window / 2)
      const until = now + 1 + this.#pauseAfter(error)
      // A rate limit is a request to wait, without saying how long.
      if (this.#isThrottled) this.#requestedUntil = Math.max(this.#requestedUntil, until)
      else this.#backsOffUntil = until
    }
    this.waitUntil(error.retryAt ?? (error.kind === 'quota' ? nextUtcDay(now) : 0))
    return isNew
  }

  /** The endpoint has requested a pause. */
  waitUntil(time: number): void {
    this.#requestedUntil = Math.max(this.#requestedUntil, time)
  }

  /** Ends a pause after failures. A pause that the endpoint requested, such as a rate limit, stays. */
  resume(): void {
    this.#backsOffUntil = 0
  }

  #pauseAfter({ kind }: NodeError): number {
    const [floor, base, attempt] =
      kind === 'rate-limited'
        ? [500, 1_000, this.#failures - 1]
        : this.isDown
          ? // The earlier failures are retries of one call, moments apart: they say little about how long this takes.
            [1_000, 2_000, this.#failures - failuresToOpen]
          : [0, 250, this.#failures - 1]
    const cap = kind === 'rate-limited' ? maxPause : this.#maxPause
    return floor + backoff(attempt, { random: this.#random, base, cap })
  }
}

function nextUtcDay(now: number): number {
  return (Math.floor(now / 86_400_000) + 1) * 86_400_000
}
