import type { Clock } from '../Clock.ts'
import type { Network } from '../networks/Network.ts'
import { onAbort } from '../onAbort.ts'
import { parseBlockHeader, type BlockHeader } from '../parseBlockHeader.ts'
import type { PushListener } from '../Pool.ts'
import type { createPushSubscriber } from './createPushSubscriber.ts'

type HeadListener = PushListener<BlockHeader>

export interface SubscribeHeadsOptions {
  readonly subscribe: ReturnType<typeof createPushSubscriber>['subscribe']
  readonly clock: Clock
  readonly network: Network
  /** Called with the number of every head, at any rate. */
  readonly onHead: (head: bigint) => void
  /** Fires when the pool is closed. */
  readonly closing: AbortSignal
}

/** Subscribes to new heads. Returns a function that unsubscribes. */
export function subscribeHeads(listener: HeadListener, options: SubscribeHeadsOptions): () => void {
  const { subscribe, onHead, closing } = options
  const throttle = createThrottle(listener, options)
  const stopListening = onAbort(closing, throttle.stop)
  const parse = (value: unknown) => {
    const head = parseBlockHeader(value)
    if (head) onHead(head.number)
    return head
  }
  const unsubscribe = subscribe(['newHeads'], parse, {
    onData: throttle.push,
    onState: (state, error) => listener.onState?.(state, error),
  })
  return () => {
    stopListening()
    throttle.stop()
    unsubscribe()
  }
}

/** Heads reported at once after a while without any: some chains make blocks in bursts. */
const burst = 20

/**
 * Limits the rate of heads (a token bucket): each may cost calls, and a hostile node may invent any number of them. Of
 * heads that arrive too fast, only the latest is passed on, when it is due.
 */
function createThrottle(
  listener: HeadListener,
  { clock, network }: Pick<SubscribeHeadsOptions, 'clock' | 'network'>,
) {
  const perSecond = Math.max(2, 1_500 / (network.blockTime ?? 750))
  let tokens = burst
  let countedAt = clock.now()
  let delayed: Parameters<HeadListener['onData']> | undefined
  let timer: unknown

  function takeToken(): boolean {
    const now = clock.now()
    tokens = Math.min(burst, tokens + ((now - countedAt) / 1_000) * perSecond)
    countedAt = now
    if (tokens < 1) return false
    tokens--
    return true
  }

  return {
    push(...push: Parameters<HeadListener['onData']>) {
      if (delayed) delayed = push
      else if (takeToken()) listener.onData(...push)
      else {
        delayed = push
        timer = clock.setTimeout(
          () => {
            const latest = delayed
            delayed = undefined
            // Passed on even if the timer fires a little early.
            takeToken()
            if (latest) listener.onData(...latest)
          },
          Math.ceil(((1 - tokens) / perSecond) * 1_000),
        )
      }
    },
    stop() {
      clock.clearTimeout(timer)
      delayed = undefined
    },
  }
}
