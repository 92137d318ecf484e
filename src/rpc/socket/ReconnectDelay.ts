import { backoff } from '../backoff.ts'
import type { Clock } from '../Clock.ts'

/** Milliseconds after which a connection counts as stable: when it is lost, the next one opens at once. */
const stableAfter = 30_000
/** Maximum milliseconds between two attempts to connect, which cost no calls. */
const maxConnectDelay = 30_000
/** Maximum milliseconds between connections that do not last: each one costs a call per subscription. */
const maxReconnectDelay = 300_000

/** Decides how long a socket waits before it connects again. */
export class ReconnectDelay {
  readonly #clock: Clock
  readonly #random: () => number
  /** Consecutive attempts that did not open, and connections that opened but did not last. */
  #failedAttempts = 0
  #shortConnections = 0
  /** When a subscription was first acknowledged on this connection. */
  #healthySince: number | undefined

  constructor({ clock, random }: { readonly clock: Clock; readonly random: () => number }) {
    this.#clock = clock
    this.#random = random
  }

  /** A subscription was acknowledged. */
  acknowledged() {
    this.#healthySince ??= this.#clock.now()
  }

  /** A connection has ended. `wasOpen`: whether it had opened. */
  ended(wasOpen: boolean) {
    const since = this.#healthySince
    if (wasOpen) this.#failedAttempts = 0
    if (since !== undefined && this.#clock.now() - since >= stableAfter) this.#shortConnections = 0
    this.#healthySince = undefined
  }

  /** Milliseconds until the next attempt. `wasOpen`: whether the last connection had opened. */
  next(wasOpen: boolean): number {
    const random = this.#random
    const delay = wasOpen
      ? backoff(this.#shortConnections++, { random, base: 500, cap: maxReconnectDelay })
      : backoff(this.#failedAttempts++, { random, base: 500, cap: maxConnectDelay })
    return 250 + delay
  }
}
