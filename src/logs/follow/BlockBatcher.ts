import type { Clock } from '../../rpc/Clock.ts'

/** The shortest interval that is shown to users, in milliseconds. */
const minShown = 1_000

/** Delays reads so that blocks which arrive faster than the budget allows are read together. */
export class BlockBatcher {
  readonly #clock: Clock
  #timer: unknown
  #readAt = -Infinity
  #interval: number | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Milliseconds between two reads, to be shown while blocks are batched; else `undefined`. */
  get interval(): number | undefined {
    return this.#interval
  }

  /** Calls `read` once `interval` milliseconds have passed since the last read. Returns whether it has to wait. */
  schedule(interval: number, read: () => void): boolean {
    this.#clock.clearTimeout(this.#timer)
    const left = this.#readAt + interval - this.#clock.now()
    if (left <= 0) {
      read()
      return false
    }
    this.#interval = interval >= minShown ? interval : undefined
    this.#timer = this.#clock.setTimeout(read, left)
    return true
  }

  /** Notes that new blocks are read now. Batching ends when the last read was long ago. */
  noteRead(): void {
    const now = this.#clock.now()
    if (now - this.#readAt > 2 * (this.#interval ?? 0)) this.#interval = undefined
    this.#readAt = now
  }

  stop(): void {
    this.#clock.clearTimeout(this.#timer)
    this.#interval = undefined
  }
}
