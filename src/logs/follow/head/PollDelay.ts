import type { Clock } from '../../../rpc/Clock.ts'
import { onAbort } from '../../../rpc/onAbort.ts'
import type { PageSignals } from './PageSignals.ts'

/** What lies between two polls: it ends when it is time, or when somebody asks for the next one. */
export class PollDelay {
  readonly #clock: Clock
  readonly #page: PageSignals
  #isAsked = false
  #end = () => {}
  #timer: unknown

  constructor(clock: Clock, page: PageSignals) {
    this.#clock = clock
    this.#page = page
  }

  /** Somebody asked for the next poll, and none has come since. */
  get isAsked(): boolean {
    return this.#isAsked
  }

  ask(): void {
    this.#isAsked = true
    this.#end()
  }

  /** The page went offline: only its coming back wakes it. */
  hold(): void {
    this.#clock.clearTimeout(this.#timer)
  }

  /** What was asked for is done. */
  answer(): void {
    this.#isAsked = false
  }

  /** Waits for as long, unless somebody asks or the signal fires. */
  sleep(wait: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#clock.clearTimeout(this.#timer)
        stopListening()
        this.#end = () => {}
        resolve()
      }
      this.#timer = this.#clock.setTimeout(done, wait)
      if (!this.#page.isOnline()) this.hold()
      const stopListening = onAbort(signal, done)
      this.#end = done
      if (signal.aborted || this.#isAsked) done()
    })
  }
}
