import type { BaseError } from '../../errors/BaseError.ts'
import { NodeError } from '../../errors/NodeError.ts'
import { backoff } from '../backoff.ts'
import type { Clock } from '../Clock.ts'
import type { Endpoint } from '../endpoint/Endpoint.ts'
import { onAbort } from '../onAbort.ts'
import type { PushListener } from '../Pool.ts'
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
 * Subscribes over a socket, once its chain id is verified. Subscriptions to a wrong network wait until `resume` is called.
 */
export function createPushSubscriber(options: PushSubscriberOptions) {
  const { endpoint, socket, clock, random, verify, closing } = options
  /** Starts the subscriptions that wait. */
  const waiting = new Set<() => void>()

  function resume(): void {
    const starts = [...waiting]
    waiting.clear()
    for (const start of starts) start()
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
        if (endpoint.quarantined) return void waiting.add(restart)
        if (failure instanceof NodeError) {
          endpoint.failed(failure, clock.now())
          endpoint.setDisconnected(true)
        }
        const wait = 1_000 + backoff(attempt, { random, base: 1_000, cap: 60_000 })
        timer = clock.setTimeout(() => void start(attempt + 1), wait)
        return
      }
      end = socket.subscribe(params, {
        onData(value) {
          const data = parse(value)
          // Malformed pushes are ignored: a push only wakes readers, who read the data elsewhere.
          if (data !== undefined && !signal.aborted) listener.onData(data, endpoint.name)
        },
        onState(state, error) {
          if (signal.aborted) return
          if (error) endpoint.failed(error, clock.now())
          else endpoint.succeeded()
          endpoint.setDisconnected(state === 'lost')
          listener.onState?.(state, error)
        },
      })
    }

    const restart = () => void start(0)
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
      endpoint.setDisconnected(false)
    }
  }

  return { subscribe, resume }
}
