import { Listeners } from '../../base/Listeners.ts'

interface Wanted<value> {
  readonly logs: object
  /** Identifies the computation: compared by value for strings, else by identity. */
  readonly wish: string | object
  readonly start: () => Generator<void, value>
}

interface Done<value> {
  readonly logs: object
  readonly wish: string | object
  readonly value: value
}

// Milliseconds of work between two frames.
const slice = 7

/**
 * Computes something from many logs in time slices. If only the logs change, the computation in progress is finished
 * first, so that a stream of logs cannot starve it.
 */
export class SlicedJob<value> {
  result: Done<value> | undefined
  #wanted: Wanted<value> | undefined
  #running: Wanted<value> | undefined
  readonly #listeners = new Listeners()
  readonly subscribe = this.#listeners.add

  want(wanted: Wanted<value>): void {
    if (this.result?.logs === wanted.logs && this.result.wish === wanted.wish) return
    this.#wanted = wanted
    if (this.#running?.wish === wanted.wish) return
    void this.#run(wanted)
  }

  stop(): void {
    this.#wanted = undefined
    this.#running = undefined
    this.result = undefined
  }

  async #run(wanted: Wanted<value>): Promise<void> {
    this.#running = wanted
    const steps = wanted.start()
    let until = performance.now() + slice
    for (;;) {
      const step = steps.next()
      if (this.#running !== wanted) return
      if (step.done) {
        this.#running = undefined
        this.result = { logs: wanted.logs, wish: wanted.wish, value: step.value }
        this.#listeners.notify()
        break
      }
      if (performance.now() < until) continue
      await new Promise((resolve) => setTimeout(resolve))
      // Another computation may have been requested between slices.
      if (this.#running !== wanted) return
      until = performance.now() + slice
    }
    if (this.#wanted && this.#wanted !== wanted) await this.#run(this.#wanted)
  }
}
