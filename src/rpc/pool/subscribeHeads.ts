import type { Clock } from '../Clock.ts'
import type { Network } from '../networks/Network.ts'
import { onAbort } from '../onAbort.ts'
import { parseBlockHeader, type BlockHeader } from '../parseBlockHeader.ts'
import type { PushListener } from '../Pool.ts'
import { HeadThrottle } from './HeadThrottle.ts'
import type { PushSubscriber } from './PushSubscriber.ts'

export interface SubscribeHeadsOptions {
  readonly pushes: PushSubscriber
  readonly clock: Clock
  readonly network: Network
  /** Fires when the pool is closed. */
  readonly closing: AbortSignal
}

/** Subscribes to new heads. Returns a function that unsubscribes. */
export function subscribeHeads(
  listener: PushListener<BlockHeader>,
  options: SubscribeHeadsOptions,
): () => void {
  const { pushes, closing } = options
  const throttle = new HeadThrottle((head, endpoint) => listener.onData(head, endpoint), options)
  const stopListening = onAbort(closing, () => throttle.stop())
  const parse = (value: unknown) => {
    const head = parseBlockHeader(value)
    // The endpoint's status shows every head, at any rate.
    if (head) pushes.endpoint.setHead(head.number)
    return head
  }
  const unsubscribe = pushes.subscribe(['newHeads'], parse, {
    onData: (head, endpoint) => throttle.push(head, endpoint),
    onState: (state, error) => listener.onState?.(state, error),
  })
  return () => {
    stopListening()
    throttle.stop()
    unsubscribe()
  }
}
