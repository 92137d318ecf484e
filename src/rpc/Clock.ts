/** The time and timers; tests pass their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  setTimeout(callback: () => void, milliseconds: number): unknown
  clearTimeout(timer: unknown): void
}

/** The longest delay that timers accept: longer ones, even `Infinity`, fire at once. */
const maxDelay = 2 ** 31 - 1

/** The system's time. Looks up the globals on each call, so that fake timers work whenever they are installed. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, Math.min(milliseconds, maxDelay)),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout> | undefined),
}

/** A clock that never runs backwards. Otherwise, setting back the system's clock would prolong pauses and rate limits. */
export class MonotonicClock implements Clock {
  readonly #clock: Clock
  #offset = 0
  #last = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  now(): number {
    const now = this.#clock.now() + this.#offset
    if (now < this.#last) this.#offset += this.#last - now
    this.#last = Math.max(this.#last, now)
    return this.#last
  }

  setTimeout(callback: () => void, milliseconds: number): unknown {
    return this.#clock.setTimeout(callback, milliseconds)
  }

  clearTimeout(timer: unknown): void {
    this.#clock.clearTimeout(timer)
  }
}
