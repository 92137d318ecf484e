import type { Clock } from '../../../rpc/Clock.ts'
import { staleAfter } from './SilenceTimer.ts'

/** Reports when syncs make no progress, because one hangs or all fail. */
export class StallTimer {
  readonly #clock: Clock
  readonly #onStuck: () => void
  #timer: unknown
  /** The start of the current wait for progress. */
  #beganAt = 0
  #isStuck = false

  constructor(clock: Clock, onStuck: () => void) {
    this.#clock = clock
    this.#onStuck = onStuck
  }

  /** Since when there has been no progress; `undefined` while it is recent. */
  get stuckSince(): number | undefined {
    return this.#isStuck ? this.#beganAt : undefined
  }

  /** A sync begins. The wait for progress goes on if an earlier sync has failed. */
  begin(): void {
    if (this.#isStuck || this.#timer !== undefined) return
    this.#beganAt = this.#clock.now()
    this.#timer = this.#clock.setTimeout(() => {
      this.#isStuck = true
      this.#onStuck()
    }, staleAfter)
  }

  /** The sync has made progress. */
  restart(): void {
    this.end()
    this.begin()
  }

  /** The sync succeeded, or following stopped. */
  end(): void {
    this.#clock.clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isStuck = false
  }
}
