import type { BaseError } from '../../errors/BaseError.ts'
import { NodeError } from '../../errors/NodeError.ts'
import type { Endpoint } from '../endpoint/Endpoint.ts'
import type { PushListener, PushState } from '../Pool.ts'
import { PushSubscription, type PushSubscriptionOptions } from './PushSubscription.ts'

export interface PushSubscriberOptions extends Pick<
  PushSubscriptionOptions,
  'endpoint' | 'socket' | 'clock' | 'random' | 'verifier' | 'closing'
> {
  /** Whether HTTP endpoints carry the requests, so that the socket only receives pushes. */
  readonly isPushOnly: boolean
}

/**
 * Subscribes over a socket, once its chain id is verified, and checks that again after each loss of the connection. If that
 * fails, it is tried again after a while, or when `resume` is called; if the socket serves another network, only then.
 */
export class PushSubscriber {
  readonly endpoint: Endpoint
  readonly #options: PushSubscriberOptions
  readonly #subscriptions = new Set<PushSubscription>()
  /** Whether the pushes of each subscription arrive. */
  readonly #states = new Map<PushSubscription, PushState>()

  constructor(options: PushSubscriberOptions) {
    this.endpoint = options.endpoint
    this.#options = options
  }

  /** Returns a function that unsubscribes. */
  subscribe<data>(
    params: readonly unknown[],
    parse: (value: unknown) => data | undefined,
    listener: PushListener<data>,
  ): () => void {
    const subscription = new PushSubscription({
      ...this.#options,
      params,
      onData: (value) => {
        const data = parse(value)
        // Malformed pushes are ignored: a push only wakes readers, who read the data elsewhere.
        if (data !== undefined) listener.onData(data, this.endpoint.name)
      },
      onState: (state, error) => {
        this.#report(subscription, state, error)
        listener.onState?.(state, error)
      },
    })
    this.#subscriptions.add(subscription)
    subscription.start()
    return () => {
      subscription.end()
      this.#subscriptions.delete(subscription)
      this.#setState(subscription, undefined)
    }
  }

  /** Begins the subscriptions that wait. */
  resume() {
    for (const subscription of [...this.#subscriptions]) subscription.resume()
  }

  /** Neither a wrong network nor a spent budget is a failure of the connection. */
  #report(subscription: PushSubscription, state: PushState, error: BaseError | undefined) {
    if (this.endpoint.quarantined) this.#setState(subscription, state)
    else if (!error || error instanceof NodeError) this.#setState(subscription, state, error)
  }

  /** The socket is down when no pushes arrive; while any do, a refused subscription says nothing about it. */
  #setState(subscription: PushSubscription, state: PushState | undefined, error?: NodeError) {
    const { endpoint, clock, isPushOnly } = this.#options
    const states = this.#states
    if (state) states.set(subscription, state)
    else states.delete(subscription)
    const isLive = [...states.values()].includes('live')
    if (state === 'live') endpoint.succeeded()
    else if (error && !isLive) endpoint.failed(error, clock.now())
    if (states.size === 0 && isPushOnly) endpoint.setUnused()
    endpoint.setDisconnected(states.size > 0 && !isLive)
  }
}
