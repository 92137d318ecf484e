/** A set of listeners, and a way to notify them. */
export class Listeners<event = void> {
  readonly #all = new Set<(event: event) => void>()
  readonly #start: (() => () => void) | undefined
  #stop: (() => void) | undefined

  /** @param start Called before the first listener is added. What it returns is called after the last one is removed. */
  constructor(start?: () => () => void) {
    this.#start = start
  }

  get size(): number {
    return this.#all.size
  }

  /** Adds a listener; returns a function that removes it. Bound, so that it can be passed on as `subscribe`. */
  readonly add = (listener: (event: event) => void): (() => void) => {
    if (this.#all.size === 0) this.#stop = this.#start?.()
    this.#all.add(listener)
    return () => {
      if (this.#all.delete(listener) && this.#all.size === 0) this.#stop?.()
    }
  }

  /**
   * Calls every listener. Listeners may add and remove others while they are called. An error of one is reported as uncaught,
   * and the others are called.
   */
  notify(event: event): void {
    for (const listener of [...this.#all]) callSafely(listener, event)
  }

  clear(): void {
    this.#all.clear()
  }
}

/** A function that calls `run` once at the end of the tick, however often it is called. */
export function oncePerTick(run: () => void): () => void {
  let isQueued = false
  return () => {
    if (isQueued) return
    isQueued = true
    queueMicrotask(() => {
      isQueued = false
      run()
    })
  }
}

/**
 * Calls a function of the app. Errors it throws are reported as uncaught, so that they neither interrupt the caller nor keep
 * other listeners from being called.
 */
export function callSafely<event>(listener: (event: event) => void, event: event): void {
  try {
    listener(event)
  } catch (error) {
    reportUncaught(error)
  }
}

/** Reports an error of the app's code as uncaught, without interrupting the caller. */
export function reportUncaught(error: unknown): void {
  queueMicrotask(() => {
    throw error
  })
}
