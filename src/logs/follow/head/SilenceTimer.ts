import type { Clock } from '../../../rpc/Clock.ts'

export interface SilenceTimerOptions {
  readonly clock: Clock
  /** Milliseconds between two polls, as things are. */
  readonly pace: () => number
  /** Nobody was heard of for longer than waiting explains. */
  readonly onSilence: () => void
}

/** Notices that no endpoint answers any more. */
export class SilenceTimer {
  readonly #options: SilenceTimerOptions
  #last = 0
  #timer: unknown

  constructor(options: SilenceTimerOptions) {
    this.#options = options
  }

  /** When somebody was last heard of, in milliseconds since the epoch. */
  get last(): number {
    return this.#last
  }

  /** Somebody was heard of. */
  heard(): void {
    this.#last = this.#options.clock.now()
    this.restart()
  }

  /** From now on it polls more often, or less: that nobody was heard of until now says nothing. */
  restart(): void {
    const { clock, pace, onSilence } = this.#options
    this.stop()
    this.#timer = clock.setTimeout(onSilence, Math.max(staleAfter, 2 * pace()))
  }

  stop(): void {
    this.#options.clock.clearTimeout(this.#timer)
    this.#timer = undefined
  }
}

/** Milliseconds without anything new to rely on, after which what is shown counts as stale. */
export const staleAfter = 30_000
