import { yieldToMain } from './yieldToMain.ts'

// Milliseconds that a frame can spare.
const sliceTime = 10

/** Interrupts long work by the clock, because the same work takes much longer on a slow machine. */
export class Pace {
  #until = performance.now() + sliceTime

  /** Whether it is time to yield to the page. */
  get isDue(): boolean {
    return performance.now() >= this.#until
  }

  /** Yields to the page. */
  async rest(): Promise<void> {
    await yieldToMain()
    this.#until = performance.now() + sliceTime
  }
}
