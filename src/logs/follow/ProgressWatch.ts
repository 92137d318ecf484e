import type { Clock } from '../../rpc/Clock.ts'
import { staleAfter } from './staleAfter.ts'

/** Notices that looks come no further, be it that one hangs or that all fail. */
export class ProgressWatch {
  readonly #clock: Clock
  readonly #onStuck: () => void
  #timer: unknown
  #isStuck = false

  constructor(clock: Clock, onStuck: () => void) {
    this.#clock = clock
    this.#onStuck = onStuck
  }

  get isStuck(): boolean {
    return this.#isStuck
  }

  /** A look begins: the time since one came further goes on. */
  begin(): void {
    if (this.#isStuck) return
    this.#timer ??= this.#clock.setTimeout(() => {
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
