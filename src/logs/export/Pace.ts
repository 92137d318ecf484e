import { yieldToMain } from '../../rpc/yieldToMain.ts'

// Milliseconds: what a frame can spare.
const most = 10

/** Has long work stop now and then, by the clock: what is a moment's work on one machine holds up the page of another. */
export class Pace {
  #until = performance.now() + most

  /** Whether others have waited long enough. */
  get isDue(): boolean {
    return performance.now() >= this.#until
  }

  /** Lets everything that waits go first. */
  async rest(): Promise<void> {
    await yieldToMain()
    this.#until = performance.now() + most
  }
}
