import type { NodeError } from '../../errors/NodeError.ts'
import { backoff } from '../backoff.ts'
import type { Clock } from '../Clock.ts'
import { createStallDetector } from './createStallDetector.ts'
import type { PushState } from '../Pool.ts'
import type { SocketReply, SocketSubscriber } from './Socket.ts'

/** Pushes held back for subscriptions whose acknowledgement is under way; more are dropped. */
const mostEarly = 1_000
/** Milliseconds in which a connection that is doubted must answer. */
const probeTimeout = 5_000

export interface SubscriptionsOptions {
  clock: Clock
  random: () => number
  quietFor: number
  blockTime: number | undefined
  request: (method: string, params: unknown, settle: (reply: SocketReply) => void, timeout?: number) => void
  /** The connection seems to stand but nothing comes. */
  onDead: () => void
  /** The node acknowledged a subscription. */
  onHealthy: () => void
  refused: (
    method: string,
    error: { code?: number | undefined; message?: string | undefined } | undefined,
  ) => NodeError
}

interface Subscription {
  readonly params: readonly unknown[]
  readonly subscriber: SocketSubscriber
  /** What the node calls it, on this connection. */
  id: string | undefined
  asking: boolean
  ended: boolean
  refusals: number
  retryTimer: unknown
  state: PushState
}

/** The subscriptions of one socket, over as many connections as it takes. */
export function createSubscriptions(options: SubscriptionsOptions) {
  const { clock, random, request, onDead, onHealthy, refused } = options
  const quiet = createStallDetector(options)
  const all = new Set<Subscription>()
  const byId = new Map<string, Subscription>()
  const early = new Map<string, unknown[]>()
  let earlyCount = 0
  /** Grows with each connection, so that an answer meant for an earlier one is told apart. */
  let connection = 0
  let connected = false
  let lastHead: bigint | undefined
  let quietTimer: unknown

  function setState(subscription: Subscription, state: PushState, error?: NodeError) {
    if (subscription.ended || (subscription.state === state && !error)) return
    subscription.state = state
    subscription.subscriber.onState?.(state, error)
  }

  function ask(subscription: Subscription) {
    if (subscription.ended || subscription.asking || subscription.id !== undefined || !connected) return
    const mine = connection
    subscription.asking = true
    request('eth_subscribe', subscription.params, (reply) => {
      // A lost connection took the subscription with it; the next one asks again.
      if (mine !== connection) return
      subscription.asking = false
      const id = reply.type === 'reply' ? reply.reply.result : undefined
      if (typeof id === 'string') acknowledged(subscription, id)
      else if (!subscription.ended) {
        const error = reply.type === 'reply' ? (reply.reply.error ?? {}) : undefined
        setState(subscription, 'lost', refused('eth_subscribe', error))
        const wait = 1_000 + backoff(subscription.refusals++, { random, base: 1_000, cap: 300_000 })
        subscription.retryTimer = clock.setTimeout(() => {
          ask(subscription)
        }, wait)
      }
      forgetEarly()
    })
  }

  function acknowledged(subscription: Subscription, id: string) {
    if (subscription.ended) {
      request('eth_unsubscribe', [id], () => {})
      return
    }
    subscription.id = id
    subscription.refusals = 0
    byId.set(id, subscription)
    onHealthy()
    setState(subscription, 'live')
    for (const data of early.get(id) ?? []) deliver(subscription, data)
  }

  /** Early pushes are kept only while someone may still claim them. */
  function forgetEarly() {
    if ([...all].some(({ asking }) => asking)) return
    early.clear()
    earlyCount = 0
  }

  function deliver(subscription: Subscription, data: unknown) {
    if (subscription.ended) return
    if (subscription.params[0] === 'newHeads') {
      const head = readNumber(data)
      if (head !== undefined && head !== lastHead) quiet.heardHead()
      lastHead = head ?? lastHead
    }
    subscription.subscriber.onData(data)
  }

  /** Takes a push; `false` when the frame is none. */
  function receive(value: unknown): boolean {
    if (typeof value !== 'object' || value === null || !('method' in value)) return false
    const { method, params } = value as { method: unknown; params?: unknown }
    if (method !== 'eth_subscription' || typeof params !== 'object' || params === null) return false
    const { subscription: id, result } = params as { subscription?: unknown; result?: unknown }
    if (typeof id !== 'string' || result === undefined) return false
    const subscription = byId.get(id)
    quiet.heard()
    if (subscription) deliver(subscription, result)
    else if ([...all].some(({ asking }) => asking) && earlyCount < mostEarly) {
      earlyCount++
      early.set(id, [...(early.get(id) ?? []), result])
    }
    return true
  }

  /** Doubts a connection on which nothing comes: asks for the head, and gives it up when that passed by unsaid. */
  function watch() {
    clock.clearTimeout(quietTimer)
    quietTimer = undefined
    if (!connected || all.size === 0) return
    const heads = [...all].some(({ params }) => params[0] === 'newHeads')
    const left = quiet.left(heads)
    if (left > 0) {
      quietTimer = clock.setTimeout(watch, left)
      return
    }
    const mine = connection
    const onReply = (reply: SocketReply) => {
      if (mine !== connection) return
      // What was pushed meanwhile says enough.
      const isStillQuiet = quiet.left(heads) === 0
      const head = reply.type === 'reply' ? readQuantity(reply.reply.result) : undefined
      // Further than was pushed, or back without a word, as development chains go.
      const missed = heads && head !== undefined && lastHead !== undefined && head !== lastHead
      if (isStillQuiet && (head === undefined || missed)) {
        onDead()
        return
      }
      if (isStillQuiet) {
        lastHead = head
        quiet.confirmed()
      }
      watch()
    }
    request('eth_blockNumber', [], onReply, probeTimeout)
  }

  return {
    get size() {
      return all.size
    },
    add(params: readonly unknown[], subscriber: SocketSubscriber): () => void {
      const subscription: Subscription = {
        params,
        subscriber,
        id: undefined,
        asking: false,
        ended: false,
        refusals: 0,
        retryTimer: undefined,
        state: 'connecting',
      }
      all.add(subscription)
      return () => {
        if (subscription.ended) return
        subscription.ended = true
        all.delete(subscription)
        clock.clearTimeout(subscription.retryTimer)
        if (subscription.id !== undefined) {
          byId.delete(subscription.id)
          if (connected) request('eth_unsubscribe', [subscription.id], () => {})
        }
        if (all.size === 0) clock.clearTimeout(quietTimer)
      }
    },
    /** The connection stands: asks for all that is not there yet. */
    start() {
      if (!connected) {
        connected = true
        quiet.begin()
      }
      for (const subscription of [...all]) ask(subscription)
      watch()
    },
    receive,
    /** The connection is gone, and every id with it. */
    lost() {
      connection++
      connected = false
      byId.clear()
      early.clear()
      earlyCount = 0
      lastHead = undefined
      clock.clearTimeout(quietTimer)
      for (const subscription of [...all]) {
        subscription.id = undefined
        subscription.asking = false
        clock.clearTimeout(subscription.retryTimer)
        setState(subscription, 'lost', refused('eth_subscribe', undefined))
      }
    },
    close() {
      for (const subscription of all) {
        subscription.ended = true
        clock.clearTimeout(subscription.retryTimer)
      }
      all.clear()
      clock.clearTimeout(quietTimer)
    },
  }
}

function readQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{1,16}$/i.test(value) ? BigInt(value) : undefined
}

function readNumber(data: unknown): bigint | undefined {
  return typeof data === 'object' && data !== null && 'number' in data ? readQuantity(data.number) : undefined
}
