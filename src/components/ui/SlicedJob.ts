import { Listeners } from '../../base/Listeners.ts'

interface Computation<value, logs> {
  readonly logs: logs
  /** What is computed from the logs: compared by value for strings, else by identity. */
  readonly key: string | object
  readonly start: () => Generator<void, value>
}

/** The latest result, and what it was computed from. */
export interface Computed<value, logs = object> {
  readonly logs: logs
  readonly key: string | object
  readonly value: value
}

// Milliseconds of work between two frames.
const slice = 7

/**
 * Computes something from many logs in time slices. If only the logs change, the computation in progress is finished
 * first, so that a stream of logs cannot starve it.
 */
export class SlicedJob<value, logs extends object = object> {
  result: Computed<value, logs> | undefined
  /** What the last computation threw. */
  failure: { readonly error: unknown } | undefined
  #requested: Computation<value, logs> | undefined
  #running: Computation<value, logs> | undefined
  readonly #listeners = new Listeners()
  readonly subscribe = this.#listeners.add

  request(computation: Computation<value, logs>): void {
    this.failure = undefined
    if (this.result?.logs === computation.logs && this.result.key === computation.key) {
      // What was requested since is not wanted any more: its result would replace this one.
      this.#requested = undefined
      this.#running = undefined
      return
    }
    this.#requested = computation
    if (this.#running?.key === computation.key) return
    void this.#runSafely(computation)
  }

  stop(): void {
    this.#requested = undefined
    this.#running = undefined
    this.result = undefined
    this.failure = undefined
  }

  async #runSafely(computation: Computation<value, logs>): Promise<void> {
    let next: Computation<value, logs> | undefined = computation
    try {
      // A loop, because nested calls would keep the results of all while logs keep arriving.
      while (next) next = await this.#run(next)
    } catch (error) {
      this.#requested = undefined
      this.#running = undefined
      this.failure = { error }
      this.#listeners.notify()
    }
  }

  /** Returns the computation to run next, if one was requested meanwhile. */
  async #run(computation: Computation<value, logs>): Promise<Computation<value, logs> | undefined> {
    const { logs, key, start } = computation
    this.#running = computation
    const steps = start()
    let until = performance.now() + slice
    for (;;) {
      const step = steps.next()
      if (this.#running !== computation) return undefined
      if (step.done) {
        const next = this.#requested === computation ? undefined : this.#requested
        this.#running = next
        this.result = { logs, key, value: step.value }
        this.#listeners.notify()
        return this.#running === next ? next : undefined
      }
      if (performance.now() < until) continue
      await new Promise((resolve) => setTimeout(resolve))
      // Another computation may have been requested between slices.
      if (this.#running !== computation) return undefined
      until = performance.now() + slice
    }
  }
}

/** Runs all steps at once. */
export function runToEnd<value>(steps: Generator<void, value>): value {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
