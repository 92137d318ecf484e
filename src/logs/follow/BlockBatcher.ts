import type { Clock } from '../../rpc/Clock.ts'

/** Milliseconds between two reads from which on it is worth telling people. */
const worthTelling = 1_000

/** Blocks that come faster than the budget lets them be read are read together: this waits for them. */
export class BlockBatcher {
  readonly #clock: Clock
  #timer: unknown
  #readAt = -Infinity
  #pace: number | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Milliseconds between two reads, while several blocks are read at once. */
  get pace(): number | undefined {
    return this.#pace
  }

  /** Calls `read` once as many milliseconds have passed since the last read, at the earliest now. Says whether it waits. */
  wait(pace: number, read: () => void): boolean {
    this.#clock.clearTimeout(this.#timer)
    const left = this.#readAt + pace - this.#clock.now()
    if (left <= 0) {
      read()
      return false
    }
    this.#pace = pace >= worthTelling ? pace : undefined
    this.#timer = this.#clock.setTimeout(read, left)
    return true
  }

  /** New blocks are read now. Who had not to wait for that long reads at each head. */
  read(): void {
    const now = this.#clock.now()
    if (now - this.#readAt > 2 * (this.#pace ?? 0)) this.#pace = undefined
    this.#readAt = now
  }

  stop(): void {
    this.#clock.clearTimeout(this.#timer)
    this.#pace = undefined
  }
}
