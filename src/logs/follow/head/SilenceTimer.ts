import type { Clock } from '../../../rpc/Clock.ts'

export interface SilenceTimerOptions {
  /** Current milliseconds between two polls. */
  readonly interval: () => number
  /** No endpoint has answered for 30 s, or two polls. */
  readonly onSilence: (lastAnswer: number) => void
}

/** Reports when no endpoint has answered for too long. */
export class SilenceTimer {
  readonly #clock: Clock
  readonly #options: SilenceTimerOptions
  #last = 0
  #timer: unknown

  constructor(clock: Clock, options: SilenceTimerOptions) {
    this.#clock = clock
    this.#options = options
  }

  /** The time of the last answer, in milliseconds since the epoch. */
  get lastAnswer(): number {
    return this.#last
  }

  /** An endpoint has answered. */
  answered(): void {
    this.#last = this.#clock.now()
    this.restart()
  }

  /** The polling interval has changed: silence until now does not count. */
  restart(): void {
    const { interval, onSilence } = this.#options
    this.stop()
    this.#timer = this.#clock.setTimeout(() => onSilence(this.#last), Math.max(staleAfter, 2 * interval()))
  }

  stop(): void {
    this.#clock.clearTimeout(this.#timer)
  }
}

/** Milliseconds without an answer or progress after which shown data counts as stale. */
export const staleAfter = 30_000
