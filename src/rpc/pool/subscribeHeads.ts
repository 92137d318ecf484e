import type { Clock } from '../Clock.ts'
import type { Network } from '../networks/Network.ts'
import { parseBlockHeader, type BlockHeader } from '../parseBlockHeader.ts'
import type { PushListener } from '../Pool.ts'
import type { createPushSubscriber } from './createPushSubscriber.ts'
import { createThrottle } from './createThrottle.ts'

/** Heads reported at once: some chains make blocks in bursts. */
const headBurst = 20

/**
 * Subscribes to new heads. Limits their rate: each may cost calls, and a hostile node may invent any number of them. Returns a
 * function that unsubscribes.
 */
export function subscribeHeads(
  subscribe: ReturnType<typeof createPushSubscriber>['subscribe'],
  options: {
    readonly listener: PushListener<BlockHeader>
    readonly clock: Clock
    readonly network: Network
    /** Called with the number of every head, at any rate. */
    readonly onHead: (head: bigint) => void
  },
): () => void {
  const { listener, clock, network, onHead } = options
  const throttle = createThrottle<readonly [head: BlockHeader, endpoint: string]>({
    clock,
    perSecond: Math.max(2, 1_500 / (network.blockTime ?? 750)),
    burst: headBurst,
    onData: ([head, endpoint]) => {
      listener.onData(head, endpoint)
    },
  })
  const parse = (value: unknown) => {
    const head = parseBlockHeader(value)
    if (head) onHead(head.number)
    return head
  }
  const unsubscribe = subscribe(['newHeads'], parse, {
    onData: (head, endpoint) => {
      throttle.push([head, endpoint])
    },
    onState: (state, error) => listener.onState?.(state, error),
  })
  return () => {
    throttle.stop()
    unsubscribe()
  }
}
