import type { Clock } from '../../rpc/Clock.ts'
import { backoffDelay } from './head/PollDelay.ts'
import { staleAfter } from './head/SilenceTimer.ts'

/** The outcome of syncs: whether logs may have been missed, what failed, and when to try again. */
export class SyncHealth {
  readonly #clock: Clock
  readonly #onStuck: () => void
  #isCatchingUp = true
  /** Interruptions of the feed before the last sync. */
  #interruptions = 0
  #failures = 0
  /** When to read again: reading all recent blocks takes many calls, and has failed repeatedly. */
  #retryAt = 0
  #error: Error | undefined
  #lastUpdated: number | undefined
  /** When the current wait for progress began, and whether it is too long. */
  #waitsSince = 0
  #isStuck = false
  #stuckTimer: unknown

  /** @param onStuck called when there was no progress for too long, because a sync hangs or all fail */
  constructor(clock: Clock, onStuck: () => void) {
    this.#clock = clock
    this.#onStuck = onStuck
  }

  get error(): Error | undefined {
    return this.#error
  }

  /** When a sync last succeeded, in milliseconds since the epoch. */
  get lastUpdated(): number | undefined {
    return this.#lastUpdated
  }

  /** Since when there has been no progress; `undefined` while it is recent. */
  get stuckSince(): number | undefined {
    return this.#isStuck ? this.#waitsSince : undefined
  }

  /** Whether the next sync may begin. */
  get isReady(): boolean {
    return this.#clock.now() >= this.#retryAt
  }

  /** Whether logs may have been missed and not been read yet, after this many interruptions of the feed. */
  isBehind(interruptions: number): boolean {
    return this.#isCatchingUp || this.#interruptions < interruptions
  }

  /** Following starts: logs may have been missed since it stopped. */
  reset(): void {
    this.#isCatchingUp = true
    this.#failures = 0
    this.#retryAt = 0
    this.#error = undefined
  }

  /** A sync begins. The wait for progress goes on if an earlier sync has failed. */
  begin(): void {
    if (this.#isStuck || this.#stuckTimer !== undefined) return
    this.#waitsSince = this.#clock.now()
    this.#stuckTimer = this.#clock.setTimeout(() => {
      this.#isStuck = true
      this.#onStuck()
    }, staleAfter)
  }

  /** The sync takes longer than usual. */
  slowed(): void {
    this.#isCatchingUp = true
  }

  progressed(): void {
    this.stop()
    this.begin()
  }

  /** @param interruptions those of the feed before the head that was read */
  succeeded(interruptions: number): void {
    this.stop()
    this.#failures = 0
    this.#error = undefined
    this.#isCatchingUp = false
    this.#interruptions = interruptions
    this.#lastUpdated = this.#clock.now()
  }

  /** Returns the milliseconds until the head is read again. After several failures, none starts before then if syncs are costly. */
  failed(error: Error, isCostly: boolean): number {
    this.#error = error
    this.#isCatchingUp = true
    const wait = backoffDelay(this.#failures++)
    if (this.#failures > 2 && isCostly) this.#retryAt = this.#clock.now() + wait
    return wait
  }

  /** No progress is awaited: a sync succeeded, or following stops. */
  stop(): void {
    this.#clock.clearTimeout(this.#stuckTimer)
    this.#stuckTimer = undefined
    this.#isStuck = false
  }
}
