import type { Clock } from '../../../src/rpc/Clock.ts'

interface Timer {
  readonly at: number
  readonly order: number
  readonly callback: () => void
}

/**
 * A clock whose time passes only when no work is left: everything runs to its next wait, then the earliest timer fires. A
 * promise that can never settle is found at once.
 */
export class VirtualClock implements Clock {
  /** The monotonic time of timers. */
  #time = 0
  /** How far the time of day is ahead of it. */
  #offset: number
  #slept = 0
  #lastOrder = 0
  /** A binary heap: the earliest timer is the first. */
  readonly #heap: Timer[] = []
  readonly #cancelled = new WeakSet<Timer>()
  #fired = 0

  constructor(start = Date.UTC(2026, 0, 1, 12)) {
    this.#offset = start
  }

  now(): number {
    return this.#time + this.#offset
  }

  /** Elapsed time without sleep. */
  get awake(): number {
    return this.#time - this.#slept
  }

  /** Puts the machine to sleep: time passes, and due timers fire when it wakes. */
  suspend(milliseconds: number): void {
    this.#time += milliseconds
    this.#slept += milliseconds
  }

  /** Changes the time of day, without effect on timers. */
  set(milliseconds: number): void {
    this.#offset += milliseconds
  }

  setTimeout(callback: () => void, milliseconds: number): unknown {
    // Real timers never wait less than `now` can tell, as its fractions are limited.
    const delay = milliseconds > 0 ? Math.max(milliseconds, 0.01) : 0
    const timer = { at: this.#time + delay, order: ++this.#lastOrder, callback }
    this.#heap.push(timer)
    this.#rise(this.#heap.length - 1)
    return timer
  }

  clearTimeout(timer: unknown): void {
    if (timer) this.#cancelled.add(timer as Timer)
  }

  /** Resolves after this much virtual time. */
  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.setTimeout(resolve, milliseconds)
    })
  }

  /**
   * Lets time pass until the promise settles, and returns its result.
   *
   * @throws when it can never settle, or when more than `most` timers fired meanwhile.
   */
  async run<value>(promise: Promise<value>, most = 200_000): Promise<value> {
    let settled = false
    const mark = () => {
      settled = true
    }
    promise.then(mark, mark)
    const last = this.#fired + most
    for (;;) {
      await everythingWaits()
      if (settled) return promise
      if (this.#fired >= last) throw new Error(`it did not end while ${most} timers fired`)
      if (!this.step()) {
        // A stream may take another turn of the event loop: only silence after several means that it hangs.
        for (let turn = 0; turn < 10 && !settled; turn++) await everythingWaits()
        if (settled) return promise
        if (!this.step()) throw new Error('it waits for something that never comes')
      }
    }
  }

  /** Fires the earliest timer. Returns whether there was one. */
  step(): boolean {
    for (;;) {
      const timer = this.#pop()
      if (!timer) return false
      if (this.#cancelled.delete(timer)) continue
      // After a sleep, timers are late.
      this.#time = Math.max(this.#time, timer.at)
      this.#fired++
      timer.callback()
      return true
    }
  }

  #pop(): Timer | undefined {
    const [first] = this.#heap
    const last = this.#heap.pop()
    if (!first || !last || first === last) return first
    this.#heap[0] = last
    this.#sink(0)
    return first
  }

  #rise(at: number) {
    const heap = this.#heap
    for (let parent = (at - 1) >> 1; at > 0 && before(heap[at]!, heap[parent]!); parent = (at - 1) >> 1) {
      ;[heap[at], heap[parent]] = [heap[parent]!, heap[at]!]
      at = parent
    }
  }

  #sink(at: number) {
    const heap = this.#heap
    for (;;) {
      const left = 2 * at + 1
      if (left >= heap.length) return
      const right = left + 1
      const child = right < heap.length && before(heap[right]!, heap[left]!) ? right : left
      if (!before(heap[child]!, heap[at]!)) return
      ;[heap[at], heap[child]] = [heap[child]!, heap[at]!]
      at = child
    }
  }
}

function before(a: Timer, b: Timer): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order)
}

/** Resolves after every promise reaction, and whatever those started, has run. */
function everythingWaits(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
