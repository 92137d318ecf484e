import type { BaseError } from '../../errors/BaseError.ts'
import type { NodeError } from '../../errors/NodeError.ts'
import { backoff } from '../backoff.ts'
import type { Clock } from '../Clock.ts'
import type { ChainVerifier } from '../endpoint/ChainVerifier.ts'
import type { Endpoint } from '../endpoint/Endpoint.ts'
import { onAbort } from '../onAbort.ts'
import type { PushState } from '../Pool.ts'
import type { Socket } from '../socket/Socket.ts'

export interface PushSubscriptionOptions {
  readonly endpoint: Endpoint
  readonly socket: Socket
  readonly clock: Clock
  readonly random: () => number
  readonly verifier: ChainVerifier
  /** Fires when the pool is closed: the subscription then ends silently. */
  readonly closing: AbortSignal
  readonly params: readonly unknown[]
  readonly onData: (value: unknown) => void
  readonly onState: (state: PushState, error: BaseError | undefined) => void
}

/** One subscription of a {@link PushSubscriber}. Nothing is called after it has ended. */
export class PushSubscription {
  readonly #options: PushSubscriptionOptions
  /** Fires when it ends. */
  readonly #ending = new AbortController()
  readonly #stopListening: () => void
  #unsubscribe: (() => void) | undefined
  /** Whether it waits for another attempt, because the chain id could not be verified. */
  #isSuspended = false
  #retryTimer: unknown

  constructor(options: PushSubscriptionOptions) {
    this.#options = options
    this.#stopListening = onAbort(options.closing, () => this.#stop())
  }

  start() {
    this.#options.clock.clearTimeout(this.#retryTimer)
    void this.#attempt(0)
  }

  /** Ends the wait for another attempt. */
  resume() {
    if (this.#isSuspended) this.start()
  }

  end() {
    this.#stopListening()
    this.#stop()
    this.#unsubscribe?.()
  }

  #stop() {
    this.#ending.abort()
    this.#options.clock.clearTimeout(this.#retryTimer)
    this.#isSuspended = false
  }

  async #attempt(attempt: number) {
    this.#isSuspended = false
    if (!(await this.#isVerified(attempt))) return
    const { endpoint, socket, clock, params, onData } = this.#options
    this.#unsubscribe = socket.subscribe(params, {
      onData: (value) =>
        this.#whenVerified(() => {
          endpoint.health.respondedAt = clock.now()
          onData(value)
        }),
      onState: (state, error) => this.#onState(state, error),
    })
  }

  #onState(state: PushState, error: NodeError | undefined) {
    const { endpoint, onState } = this.#options
    // The next connection may lead to another network.
    if (state === 'lost') endpoint.verified = false
    if (state === 'live') this.#whenVerified(() => onState(state, undefined))
    else if (!this.#ending.signal.aborted) onState(state, error)
  }

  #whenVerified(run: () => void) {
    const { endpoint } = this.#options
    if (this.#ending.signal.aborted) return
    if (endpoint.verified && !endpoint.quarantined) run()
    else
      void this.#isVerified(0).then((is) => {
        if (is && this.#unsubscribe) run()
      })
  }

  /** Whether the endpoint serves the network. If it does not, or that cannot be found out now, the subscription ends for a while. */
  async #isVerified(attempt: number): Promise<boolean> {
    const { endpoint, verifier } = this.#options
    const { signal } = this.#ending
    let failure: BaseError | undefined
    try {
      failure = endpoint.quarantined
        ? endpoint.health.error
        : endpoint.verified
          ? undefined
          : (await verifier.verify(endpoint, signal))?.error
    } catch (error) {
      // The day's budget is spent, or calls cannot be counted: polling would fail as well. What worked goes on.
      if (!this.#unsubscribe) failure = error as BaseError
    }
    if (failure && !signal.aborted) this.#suspend(failure, attempt)
    return !failure && !signal.aborted
  }

  #suspend(failure: BaseError, attempt: number) {
    if (this.#isSuspended) return
    const { endpoint, clock, random, onState } = this.#options
    this.#unsubscribe?.()
    this.#unsubscribe = undefined
    this.#isSuspended = true
    onState('lost', failure)
    if (endpoint.quarantined) return
    const wait = 1_000 + backoff(attempt, { random, base: 1_000, cap: 60_000 })
    this.#retryTimer = clock.setTimeout(() => void this.#attempt(attempt + 1), wait)
  }
}
