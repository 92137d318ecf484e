import { yieldToMain } from './yieldToMain.ts'

/** Milliseconds that a frame can spare. */
export const sliceTime = 8

/** Interrupts long work by the clock, because the same work takes much longer on a slow machine. */
export class Pace {
  readonly #sliceTime: number
  #until: number

  /** @param time Milliseconds of work between two pauses. */
  constructor(time = sliceTime) {
    this.#sliceTime = time
    this.#until = performance.now() + time
  }

  /** Whether it is time to yield to the page. */
  get isDue(): boolean {
    return performance.now() >= this.#until
  }

  /** Yields to the page. */
  async rest(): Promise<void> {
    await yieldToMain()
    this.#until = performance.now() + this.#sliceTime
  }
}
