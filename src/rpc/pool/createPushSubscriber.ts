import type { BaseError } from '../../errors/BaseError.ts'
import { NodeError } from '../../errors/NodeError.ts'
import { backoff } from '../backoff.ts'
import type { Clock } from '../Clock.ts'
import type { Endpoint } from '../endpoint/Endpoint.ts'
import { onAbort } from '../onAbort.ts'
import type { PushListener, PushState } from '../Pool.ts'
import type { Socket } from '../socket/Socket.ts'
import type { Failure } from '../Wire.ts'

export interface PushSubscriberOptions {
  endpoint: Endpoint
  socket: Socket
  clock: Clock
  random: () => number
  verify: (endpoint: Endpoint, signal: AbortSignal) => Promise<Failure | undefined>
  /** Fires when the pool is closed: subscriptions then end silently. */
  closing: AbortSignal
}

/**
 * Subscribes over a socket, once its chain id is verified. If that fails, it is tried again after a while, or when `resume`
 * is called; if the socket serves another network, also as found later, only then.
 */
export function createPushSubscriber(options: PushSubscriberOptions) {
  const { endpoint, socket, clock, random, verify, closing } = options
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
      let failure: BaseError | undefined
      try {
        failure = endpoint.quarantined
          ? endpoint.health.error
          : endpoint.verified
            ? undefined
            : (await verify(endpoint, signal))?.error
      } catch (error) {
        // The day's budget is spent: polling would fail as well, and a later attempt may be made tomorrow.
        failure = error as BaseError
      }
      if (signal.aborted) return
      if (failure) {
        listener.onState?.('lost', failure)
        waiting.add(restart)
        if (endpoint.quarantined) return
        if (failure instanceof NodeError) setState(signal, 'lost', failure)
        const wait = 1_000 + backoff(attempt, { random, base: 1_000, cap: 60_000 })
        timer = clock.setTimeout(() => void start(attempt + 1), wait)
        return
      }
      end = socket.subscribe(params, {
        onData(value) {
          if (endpoint.quarantined) return refuse()
          endpoint.health.respondedAt = clock.now()
          const data = parse(value)
          // Malformed pushes are ignored: a push only wakes readers, who read the data elsewhere.
          if (data !== undefined && !signal.aborted) listener.onData(data, endpoint.name)
        },
        onState(state, error) {
          if (signal.aborted) return
          if (endpoint.quarantined) return refuse()
          setState(signal, state, error)
          listener.onState?.(state, error)
        },
      })
    }

    /** It was found to serve another network since: its pushes are not of this one. */
    const refuse = () => {
      end?.()
      end = undefined
      waiting.add(restart)
      setState(signal, 'lost')
      listener.onState?.('lost', endpoint.health.error)
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
