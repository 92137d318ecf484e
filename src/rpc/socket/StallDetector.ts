import type { Clock } from '../Clock.ts'

export interface StallDetectorOptions {
  clock: Clock
  /** Maximum milliseconds of silence, whatever is usual for the chain. */
  stallTimeout: number
  /** Milliseconds between blocks, if known. */
  blockTime: number | undefined
}

/** Missing blocks that mean a stall. */
const gapsBeforeStall = 4
/** Silence shorter than this is normal on every chain, in milliseconds. */
const minStallTimeout = 5_000
/**
 * Checks of a chain that has halted come less and less often, because each costs a call (a page cannot ping a WebSocket):
 * the silence before the next one doubles, up to this many times `stallTimeout`.
 */
const maxBackoff = 2
/** The weight of a new gap in the average. */
const weight = 1 / 8

/** Decides how long a connection may be silent before it is checked: a few times the observed time between blocks. */
export class StallDetector {
  readonly #clock: Clock
  readonly #stallTimeout: number
  /** Milliseconds between blocks, on average. */
  #gap: number | undefined
  #lastHead: bigint | undefined
  #lastHeadAt: number | undefined
  #lastPushAt: number
  /** How often in a row the node has confirmed that there is nothing new. */
  #confirmations = 0

  constructor({ clock, stallTimeout, blockTime }: StallDetectorOptions) {
    this.#clock = clock
    this.#stallTimeout = stallTimeout
    this.#gap = blockTime
    this.#lastPushAt = clock.now()
  }

  /** A connection has opened. */
  reset() {
    this.pushReceived()
    this.#lastHead = this.#lastHeadAt = undefined
  }

  pushReceived() {
    this.#lastPushAt = this.#clock.now()
    this.#confirmations = 0
  }

  headReceived(head: bigint) {
    if (head === this.#lastHead) return
    this.#lastHead = head
    const now = this.#clock.now()
    if (this.#lastHeadAt !== undefined) {
      const latest = Math.min(now - this.#lastHeadAt, this.#stallTimeout)
      this.#gap = this.#gap === undefined ? latest : this.#gap + (latest - this.#gap) * weight
    }
    this.#lastHeadAt = now
  }

  /** Whether a head that was read has not been pushed. Development chains also go back without a push. */
  isUnpushed(head: bigint): boolean {
    return this.#lastHead !== undefined && head !== this.#lastHead
  }

  /** A check found nothing new: this is still the head. */
  confirmedQuiet(head: bigint) {
    this.#lastHead = head
    this.#lastPushAt = this.#clock.now()
    this.#confirmations++
  }

  /** Milliseconds until the connection must be checked; 0 if it must be now. */
  timeLeft(isHeadExpected: boolean): number {
    const longest = this.#stallTimeout
    // Logs may be rare, and a check costs a call.
    const usual = isHeadExpected
      ? Math.min(longest, Math.max(minStallTimeout, gapsBeforeStall * (this.#gap ?? longest)))
      : 4 * longest
    const allowed = Math.min(usual * 2 ** this.#confirmations, Math.max(usual, maxBackoff * longest))
    return Math.max(0, allowed - (this.#clock.now() - this.#lastPushAt))
  }
}
