import type { BaseError } from '../../errors/BaseError.ts'
import { NodeError } from '../../errors/NodeError.ts'
import { backoff } from '../backoff.ts'
import type { Clock } from '../Clock.ts'
import type { ChainVerifier } from '../endpoint/ChainVerifier.ts'
import type { Endpoint } from '../endpoint/Endpoint.ts'
import { onAbort } from '../onAbort.ts'
import type { PushListener, PushState } from '../Pool.ts'
import type { Socket } from '../socket/Socket.ts'

export interface PushSubscriberOptions {
  endpoint: Endpoint
  /** Whether HTTP endpoints carry the requests, so that the socket only receives pushes. */
  isPushOnly: boolean
  socket: Socket
  clock: Clock
  random: () => number
  verifier: ChainVerifier
  /** Fires when the pool is closed: subscriptions then end silently. */
  closing: AbortSignal
}

/**
 * Subscribes over a socket, once its chain id is verified, and checks that again after each loss of the connection. If that
 * fails, it is tried again after a while, or when `resume` is called; if the socket serves another network, only then.
 */
export function createPushSubscriber(options: PushSubscriberOptions) {
  const { endpoint, isPushOnly, socket, clock, random, verifier, closing } = options
  /** Begins the subscriptions that wait. */
  const waiting = new Set<() => void>()
  /** Whether the pushes of each subscription arrive. */
  const states = new Map<AbortSignal, PushState>()

  /** The socket is down when no pushes arrive; while any do, a refused subscription says nothing about it. */
  function setState(subscription: AbortSignal, state: PushState | undefined, error?: NodeError): void {
    if (state) states.set(subscription, state)
    else states.delete(subscription)
    const isLive = [...states.values()].includes('live')
    if (state === 'live') endpoint.succeeded()
    else if (error && !isLive) endpoint.failed(error, clock.now())
    if (states.size === 0 && isPushOnly) endpoint.setUnused()
    endpoint.setDisconnected(states.size > 0 && !isLive)
  }

  function resume(): void {
    for (const restart of [...waiting]) restart()
  }

  function subscribe<data>(
    params: readonly unknown[],
    parse: (value: unknown) => data | undefined,
    listener: PushListener<data>,
  ): () => void {
    const controller = new AbortController()
    const { signal } = controller
    let end: (() => void) | undefined
    let timer: unknown

    async function start(attempt: number) {
      waiting.delete(restart)
      if (!(await isVerified(attempt))) return
      end = socket.subscribe(params, {
        onData(value) {
          whenVerified(() => {
            endpoint.health.respondedAt = clock.now()
            const data = parse(value)
            // Malformed pushes are ignored: a push only wakes readers, who read the data elsewhere.
            if (data !== undefined) listener.onData(data, endpoint.name)
          })
        },
        onState(state, error) {
          // The next connection may lead to another network.
          if (state === 'lost') endpoint.verified = false
          if (state === 'live') whenVerified(() => report(state))
          else if (!signal.aborted) report(state, error)
        },
      })
    }

    function whenVerified(run: () => void): void {
      if (signal.aborted) return
      if (endpoint.verified && !endpoint.quarantined) run()
      else
        void isVerified(0).then((is) => {
          if (is && end) run()
        })
    }

    /** Whether the endpoint serves the network. If it does not, or that cannot be found out now, the subscription ends for a while. */
    async function isVerified(attempt: number): Promise<boolean> {
      let failure: BaseError | undefined
      try {
        failure = endpoint.quarantined
          ? endpoint.health.error
          : endpoint.verified
            ? undefined
            : (await verifier.verify(endpoint, signal))?.error
      } catch (error) {
        // The day's budget is spent, or calls cannot be counted: polling would fail as well. What worked goes on.
        if (!end) failure = error as BaseError
      }
      if (failure && !signal.aborted) suspend(failure, attempt)
      return !failure && !signal.aborted
    }

    function suspend(failure: BaseError, attempt: number): void {
      if (waiting.has(restart)) return
      end?.()
      end = undefined
      waiting.add(restart)
      report('lost', failure)
      if (endpoint.quarantined) return
      const wait = 1_000 + backoff(attempt, { random, base: 1_000, cap: 60_000 })
      timer = clock.setTimeout(() => void start(attempt + 1), wait)
    }

    function report(state: PushState, error?: BaseError): void {
      // Neither a wrong network nor a spent budget is a failure of the connection.
      if (endpoint.quarantined) setState(signal, state)
      else if (!error || error instanceof NodeError) setState(signal, state, error)
      listener.onState?.(state, error)
    }

    const restart = () => {
      clock.clearTimeout(timer)
      void start(0)
    }
    const stop = () => {
      controller.abort()
      clock.clearTimeout(timer)
      waiting.delete(restart)
    }
    const stopListening = onAbort(closing, stop)
    restart()
    return () => {
      stopListening()
      stop()
      end?.()
      setState(signal, undefined)
    }
  }

  return { subscribe, resume }
}
