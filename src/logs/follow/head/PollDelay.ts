import type { Clock } from '../../../rpc/Clock.ts'
import { onAbort } from '../../../rpc/onAbort.ts'
import type { PageSignals } from './PageSignals.ts'

/** The wait between two polls, which can be cut short. */
export class PollDelay {
  readonly #clock: Clock
  readonly #page: PageSignals
  #isRequested = false
  #end = () => {}
  #timer: unknown

  constructor(clock: Clock, page: PageSignals) {
    this.#clock = clock
    this.#page = page
  }

  /** Whether a poll was requested that has not begun yet. */
  get isRequested(): boolean {
    return this.#isRequested
  }

  /** Ends the wait. */
  request(): void {
    this.#isRequested = true
    this.#end()
  }

  /** The page is offline: waits until the next {@link request}. */
  suspend(): void {
    this.#clock.clearTimeout(this.#timer)
  }

  /** The requested poll has begun. */
  clear(): void {
    this.#isRequested = false
  }

  /** Resolves after `delay` milliseconds, at the next request, or when the signal fires. */
  wait(delay: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#clock.clearTimeout(this.#timer)
        stopListening()
        this.#end = () => {}
        resolve()
      }
      this.#timer = this.#clock.setTimeout(done, delay)
      if (!this.#page.isOnline()) this.suspend()
      const stopListening = onAbort(signal, done)
      this.#end = done
      if (signal.aborted || this.#isRequested) done()
    })
  }
}
