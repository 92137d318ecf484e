import type { Clock } from '../../../rpc/Clock.ts'
import { staleAfter } from './SilenceTimer.ts'

/** Notices that looks come no further, be it that one hangs or that all fail. */
export class StallTimer {
  readonly #clock: Clock
  readonly #onStuck: () => void
  #timer: unknown
  /** When the time began that is running out, or has. */
  #beganAt = 0
  #isStuck = false

  constructor(clock: Clock, onStuck: () => void) {
    this.#clock = clock
    this.#onStuck = onStuck
  }

  /** Since when looks come no further; `undefined` while nobody need know. */
  get stuckSince(): number | undefined {
    return this.#isStuck ? this.#beganAt : undefined
  }

  /** A look begins: the time since one came further goes on. */
  begin(): void {
    if (this.#isStuck || this.#timer !== undefined) return
    this.#beganAt = this.#clock.now()
    this.#timer = this.#clock.setTimeout(() => {
      this.#isStuck = true
      this.#onStuck()
    }, staleAfter)
  }

  /** The look came further. */
  further(): void {
    this.end()
    this.begin()
  }

  /** It came to its end, or nobody waits for it any more. */
  end(): void {
    this.#clock.clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isStuck = false
  }
}
