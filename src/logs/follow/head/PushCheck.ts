import type { Clock } from '../../../rpc/Clock.ts'

/** Maximum milliseconds between two polls while the socket works, because it may silently leave blocks out. */
const maxInterval = 300_000
/** Milliseconds without a pushed head after which a poll asks whether there is one: a node that has stopped goes on answering. */
const quietAfter = 30_000

/** Decides when to poll although the socket pushes heads, and notices when the socket's node has stopped following the chain. */
export class PushCheck {
  readonly #clock: Clock
  #pushed: bigint | undefined
  #pushedAt: number
  /** Milliseconds between the last two pushed heads. */
  #gap = 0
  /** A polled head that the socket has not pushed yet. */
  #awaited: bigint | undefined
  #isBehind = false

  constructor(clock: Clock) {
    this.#clock = clock
    this.#pushedAt = clock.now()
  }

  /** Whether polls show heads that the socket does not push. */
  get isBehind(): boolean {
    return this.#isBehind
  }

  /** The socket has begun to push. `head`: the last known one. */
  restart(head: bigint | undefined): void {
    this.#pushed = head
    this.#pushedAt = this.#clock.now()
    this.#gap = 0
    this.#awaited = undefined
    this.#isBehind = false
  }

  pushed(head: bigint): void {
    if (head === this.#pushed) return
    const now = this.#clock.now()
    this.#gap = now - this.#pushedAt
    this.#pushed = head
    this.#pushedAt = now
    if (this.#awaited === undefined || head < this.#awaited) return
    this.#awaited = undefined
    this.#isBehind = false
  }

  /** Returns whether to poll again soon: a block may have been polled just before it is pushed. */
  polled(head: bigint): boolean {
    this.#pushed ??= head
    if (head <= this.#pushed) {
      this.#awaited = undefined
      this.#isBehind = false
      return false
    }
    const awaited = this.#awaited
    if (awaited === undefined && this.#clock.now() - this.#pushedAt < quietAfter) return false
    this.#awaited = head
    // One block may have been lost on the way; the chain has gone on without the socket.
    if (awaited !== undefined && head > awaited) this.#isBehind = true
    return awaited === undefined
  }

  /** Milliseconds until the next poll: where blocks are rare, polls become rarer, too. */
  timeLeft(polledAt: number): number {
    const quiet = polledAt - this.#pushedAt
    const wait = Math.min(maxInterval, Math.max(quietAfter, 2 * this.#gap, quiet))
    const due = Math.min(polledAt + maxInterval, Math.max(this.#pushedAt, polledAt) + wait)
    return Math.max(0, due - this.#clock.now())
  }
}
