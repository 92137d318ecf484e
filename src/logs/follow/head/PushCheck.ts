import type { Clock } from '../../../rpc/Clock.ts'

/** Maximum milliseconds between two polls while the socket works, because it may silently leave blocks out. */
export const maxInterval = 300_000
/** Milliseconds without a pushed head after which the head is polled: a node that has stopped goes on answering. */
const quietAfter = 30_000
/** Milliseconds until the first of the polls that show whether a head was only polled just before it is pushed. */
const firstRecheck = 2_000
/** How much of the longest time between two pushed heads counts at the next one. */
const decay = 0.75

type SocketState = 'connecting' | 'live' | 'lost'

/** Whether the socket pushes heads, and when to poll although it does: its node may have stopped following the chain. */
export class PushCheck {
  readonly #clock: Clock
  #socket: SocketState = 'connecting'
  #pushed: bigint | undefined
  #pushedAt: number
  /** Milliseconds between two pushed heads, the longest of the last ones. */
  #gap = 0
  /** A polled head that the socket has not pushed yet. */
  #awaited: bigint | undefined
  #rechecks = 0
  #isBehind = false

  constructor(clock: Clock) {
    this.#clock = clock
    this.#pushedAt = clock.now()
  }

  get isPushing(): boolean {
    return this.#socket === 'live' && !this.#isBehind
  }

  /** Whether the socket does not work, or polls show that the chain goes on and it pushes nothing. */
  get isDegraded(): boolean {
    return this.#socket === 'lost' || this.#isBehind
  }

  /** The socket has another state. `head`: the last known one. Returns whether it is live now and was not before, or the reverse. */
  setSocket(socket: SocketState, head?: bigint): boolean {
    const isOther = (socket === 'live') !== (this.#socket === 'live')
    this.#socket = socket
    if (!isOther) return false
    this.#pushed = head
    this.#gap = 0
    this.resume()
    this.#caughtUp()
    return true
  }

  /** The page was away, and could not hear the socket. */
  resume(): void {
    this.#pushedAt = this.#clock.now()
  }

  pushed(head: bigint): void {
    if (head === this.#pushed) return
    const now = this.#clock.now()
    this.#gap = Math.max(now - this.#pushedAt, this.#gap * decay)
    // Any new head shows that the node follows the chain, if late.
    if (this.#pushed === undefined || head > this.#pushed) this.#caughtUp()
    this.#pushed = head
    this.#pushedAt = now
  }

  /** Returns the milliseconds until a poll must show whether the socket is behind; `undefined` if that is known. */
  polled(head: bigint): number | undefined {
    if (this.#socket !== 'live') return undefined
    this.#pushed ??= head
    if (head <= this.#pushed) {
      this.#caughtUp()
      return undefined
    }
    const awaited = this.#awaited
    if (awaited === undefined && this.#clock.now() - this.#pushedAt < quietAfter) return undefined
    this.#awaited = head
    // The last blocks may have been lost on the way; here the chain has gone on without the socket.
    if (awaited !== undefined && head > awaited) this.#isBehind = true
    return this.#isBehind ? undefined : Math.min(maxInterval, firstRecheck * 2 ** this.#rechecks++)
  }

  /** Milliseconds until the next poll: where blocks are rare, polls become rarer, too. */
  timeLeft(polledAt: number): number {
    const quiet = polledAt - this.#pushedAt
    const least = Math.min(maxInterval, Math.max(quietAfter, 2 * this.#gap))
    const due = quiet < least ? this.#pushedAt + least : polledAt + Math.min(maxInterval, quiet)
    return Math.max(0, Math.min(polledAt + maxInterval, due) - this.#clock.now())
  }

  #caughtUp(): void {
    this.#awaited = undefined
    this.#rechecks = 0
    this.#isBehind = false
  }
}
