import { isObject } from '../../base/unknownJson.ts'
import type { NodeError } from '../../errors/NodeError.ts'
import { backoff } from '../backoff.ts'
import type { Clock } from '../Clock.ts'
import { readHeight } from '../parseQuantity.ts'
import { createStallDetector } from './createStallDetector.ts'
import type { SocketReply, SocketSubscriber } from './Socket.ts'

/** Maximum pushes kept for subscriptions that are not acknowledged yet; further ones are dropped. */
const maxEarlyPushes = 1_000
/** Milliseconds in which a silent connection must answer a check. */
const probeTimeout = 5_000

export interface SubscriptionsOptions {
  clock: Clock
  random: () => number
  stallTimeout: number
  blockTime: number | undefined
  request: (method: string, params: unknown, settle: (reply: SocketReply) => void, timeout?: number) => void
  /** The connection is open, but pushes have stopped. */
  onStalled: () => void
  /** The node has acknowledged a subscription. */
  onAcknowledged: () => void
  /** The error of a request without a result. */
  toError: (method: string, reply: SocketReply) => NodeError
}

interface Subscription {
  readonly params: readonly unknown[]
  readonly subscriber: SocketSubscriber
  /** The node's id for it on this connection. */
  id: string | undefined
  isPending: boolean
  refusals: number
  retryTimer: unknown
}

/** The subscriptions of one socket: renewed on each connection, and checked when no push arrives. */
export function createSubscriptions(options: SubscriptionsOptions) {
  const { clock, random, request, onStalled, onAcknowledged, toError } = options
  const stall = createStallDetector(options)
  /** Those that have not ended. */
  const all = new Set<Subscription>()
  const byId = new Map<string, Subscription>()
  const early = new Map<string, unknown[]>()
  let earlyCount = 0
  /** Counts connections, to ignore answers from earlier ones. */
  let connection = 0
  let connected = false
  let lastHead: bigint | undefined
  let stallTimer: unknown
  let isChecking = false

  function subscribe(subscription: Subscription) {
    if (!all.has(subscription) || subscription.isPending || subscription.id !== undefined || !connected)
      return
    const mine = connection
    subscription.isPending = true
    request('eth_subscribe', subscription.params, (reply) => {
      // The subscription ended with its connection; the next one subscribes again.
      if (mine !== connection) return
      subscription.isPending = false
      const id = reply.type === 'reply' ? reply.reply.result : undefined
      if (typeof id === 'string') acknowledged(subscription, id)
      else if (all.has(subscription)) {
        subscription.subscriber.onState?.('lost', toError('eth_subscribe', reply))
        const wait = 1_000 + backoff(subscription.refusals++, { random, base: 1_000, cap: 300_000 })
        subscription.retryTimer = clock.setTimeout(() => subscribe(subscription), wait)
      }
      forgetEarly()
    })
  }

  function acknowledged(subscription: Subscription, id: string) {
    if (!all.has(subscription)) return request('eth_unsubscribe', [id], () => {})
    subscription.id = id
    subscription.refusals = 0
    byId.set(id, subscription)
    onAcknowledged()
    subscription.subscriber.onState?.('live')
    for (const data of early.get(id) ?? []) deliver(subscription, data)
  }

  /** Early pushes are kept only while a subscription may still turn out to be theirs. */
  function forgetEarly() {
    if ([...all].some(({ isPending }) => isPending)) return
    early.clear()
    earlyCount = 0
  }

  function deliver(subscription: Subscription, data: unknown) {
    if (!all.has(subscription)) return
    if (subscription.params[0] === 'newHeads') {
      const head = headNumber(data)
      if (head !== undefined && head !== lastHead) stall.headReceived()
      lastHead = head ?? lastHead
    }
    subscription.subscriber.onData(data)
  }

  /** Handles a push; returns `false` if the message is not one. */
  function receive(value: unknown): boolean {
    if (!isObject(value)) return false
    const { method, params } = value
    if (method !== 'eth_subscription' || !isObject(params)) return false
    const { subscription: id, result } = params
    if (typeof id !== 'string' || result === undefined) return false
    const subscription = byId.get(id)
    stall.pushReceived()
    if (subscription) deliver(subscription, result)
    else if ([...all].some(({ isPending }) => isPending) && earlyCount < maxEarlyPushes) {
      earlyCount++
      early.set(id, [...(early.get(id) ?? []), result])
    }
    return true
  }

  /** Checks a silent connection: reads the head, and reports a stall if its push is missing. */
  function checkForStall() {
    clock.clearTimeout(stallTimer)
    stallTimer = undefined
    if (!connected || all.size === 0 || isChecking) return
    const heads = [...all].some(({ params }) => params[0] === 'newHeads')
    const left = stall.timeLeft(heads)
    if (left > 0) {
      stallTimer = clock.setTimeout(checkForStall, left)
      return
    }
    const mine = connection
    isChecking = true
    const onReply = (reply: SocketReply) => {
      if (mine !== connection) return
      isChecking = false
      // A push since then shows that the connection works.
      const isStillQuiet = stall.timeLeft(heads) === 0
      const head = reply.type === 'reply' ? readHeight(reply.reply.result) : undefined
      // Above the last push, or below it: development chains go back without a push.
      const missed = heads && head !== undefined && lastHead !== undefined && head !== lastHead
      if (isStillQuiet && (head === undefined || missed)) {
        onStalled()
        return
      }
      if (isStillQuiet) {
        lastHead = head
        stall.confirmedQuiet()
      }
      checkForStall()
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
        isPending: false,
        refusals: 0,
        retryTimer: undefined,
      }
      all.add(subscription)
      return () => {
        if (!all.delete(subscription)) return
        clock.clearTimeout(subscription.retryTimer)
        if (subscription.id !== undefined) {
          byId.delete(subscription.id)
          if (connected) request('eth_unsubscribe', [subscription.id], () => {})
        }
        if (all.size === 0) clock.clearTimeout(stallTimer)
      }
    },
    /** The connection is open: subscribes to everything that is not acknowledged. */
    start() {
      if (!connected) {
        connected = true
        stall.reset()
      }
      for (const subscription of [...all]) subscribe(subscription)
      checkForStall()
    },
    receive,
    /** The connection is gone, and with it every subscription id. */
    lost() {
      connection++
      connected = isChecking = false
      byId.clear()
      early.clear()
      earlyCount = 0
      lastHead = undefined
      clock.clearTimeout(stallTimer)
      for (const subscription of [...all]) {
        subscription.id = undefined
        subscription.isPending = false
        clock.clearTimeout(subscription.retryTimer)
        // A listener may have ended others.
        if (all.has(subscription))
          subscription.subscriber.onState?.('lost', toError('eth_subscribe', { type: 'lost', sent: true }))
      }
    },
    close() {
      for (const { retryTimer } of all) clock.clearTimeout(retryTimer)
      all.clear()
      clock.clearTimeout(stallTimer)
    },
  }
}

/** The block number of a pushed head. */
function headNumber(data: unknown): bigint | undefined {
  return isObject(data) ? readHeight(data['number']) : undefined
}
