import { isObject } from '../../base/unknownJson.ts'
import type { NodeError } from '../../errors/NodeError.ts'
import { backoff } from '../backoff.ts'
import type { Clock } from '../Clock.ts'
import { readHeight } from '../parseQuantity.ts'
import type { PushState } from '../Pool.ts'
import type { SocketReply } from './SocketReply.ts'
import { StallDetector } from './StallDetector.ts'

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

export interface SocketSubscriber {
  onData: (data: unknown) => void
  onState?: ((state: PushState, error?: NodeError) => void) | undefined
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
export class Subscriptions {
  readonly #options: SubscriptionsOptions
  readonly #clock: Clock
  readonly #stall: StallDetector
  /** Those that have not ended. */
  readonly #all = new Set<Subscription>()
  readonly #byId = new Map<string, Subscription>()
  /** Pushes that arrived before the node has acknowledged their subscription, by its id. */
  readonly #early = new Map<string, unknown[]>()
  #earlyCount = 0
  /** Counts connections, to ignore answers from earlier ones. */
  #generation = 0
  #isConnected = false
  #stallTimer: unknown
  #isChecking = false

  constructor(options: SubscriptionsOptions) {
    this.#options = options
    this.#clock = options.clock
    this.#stall = new StallDetector(options)
  }

  get size(): number {
    return this.#all.size
  }

  /** Adds a subscription, to be started with {@link start}. Returns a function that ends it. */
  add(params: readonly unknown[], subscriber: SocketSubscriber): () => void {
    const subscription: Subscription = {
      params,
      subscriber,
      id: undefined,
      isPending: false,
      refusals: 0,
      retryTimer: undefined,
    }
    this.#all.add(subscription)
    return () => this.#end(subscription)
  }

  /** The connection is open: subscribes to everything that is not acknowledged. */
  start() {
    if (!this.#isConnected) {
      this.#isConnected = true
      this.#stall.reset()
    }
    for (const subscription of [...this.#all]) this.#subscribe(subscription)
    this.#checkForStall()
  }

  /** Handles a push; returns `false` if the message is not one. */
  receive(value: unknown): boolean {
    if (!isObject(value)) return false
    const { method, params } = value
    if (method !== 'eth_subscription' || !isObject(params)) return false
    const { subscription: id, result } = params
    if (typeof id !== 'string' || result === undefined) return false
    const subscription = this.#byId.get(id)
    this.#stall.pushReceived()
    if (subscription) this.#deliver(subscription, result)
    else if (this.#isAnyPending() && this.#earlyCount < maxEarlyPushes) {
      this.#earlyCount++
      this.#early.set(id, [...(this.#early.get(id) ?? []), result])
    }
    return true
  }

  /** The connection is gone, and with it every subscription id. */
  lost() {
    this.#generation++
    this.#isConnected = this.#isChecking = false
    this.#byId.clear()
    this.#forgetEarly()
    this.#clock.clearTimeout(this.#stallTimer)
    for (const subscription of [...this.#all]) {
      subscription.id = undefined
      subscription.isPending = false
      this.#clock.clearTimeout(subscription.retryTimer)
      // A listener may have ended others.
      if (this.#all.has(subscription))
        subscription.subscriber.onState?.(
          'lost',
          this.#options.toError('eth_subscribe', { type: 'lost', sent: true }),
        )
    }
  }

  close() {
    for (const { retryTimer } of this.#all) this.#clock.clearTimeout(retryTimer)
    this.#all.clear()
    this.#clock.clearTimeout(this.#stallTimer)
  }

  #subscribe(subscription: Subscription) {
    const isWanted = this.#isConnected && this.#all.has(subscription)
    if (!isWanted || subscription.isPending || subscription.id !== undefined) return
    const generation = this.#generation
    subscription.isPending = true
    this.#options.request('eth_subscribe', subscription.params, (reply) => {
      // The subscription ended with its connection; the next one subscribes again.
      if (generation !== this.#generation) return
      subscription.isPending = false
      const id = reply.type === 'reply' ? reply.reply.result : undefined
      if (typeof id === 'string') this.#acknowledged(subscription, id)
      else if (this.#all.has(subscription)) this.#refused(subscription, reply)
      // Early pushes are kept only while a subscription may still turn out to be theirs.
      if (!this.#isAnyPending()) this.#forgetEarly()
    })
  }

  #acknowledged(subscription: Subscription, id: string) {
    if (!this.#all.has(subscription)) return this.#unsubscribe(id)
    subscription.id = id
    subscription.refusals = 0
    this.#byId.set(id, subscription)
    this.#options.onAcknowledged()
    subscription.subscriber.onState?.('live')
    for (const data of this.#early.get(id) ?? []) this.#deliver(subscription, data)
  }

  /** Subscribes again after a while. */
  #refused(subscription: Subscription, reply: SocketReply) {
    const { random, toError } = this.#options
    subscription.subscriber.onState?.('lost', toError('eth_subscribe', reply))
    const wait = 1_000 + backoff(subscription.refusals++, { random, base: 1_000, cap: 300_000 })
    subscription.retryTimer = this.#clock.setTimeout(() => this.#subscribe(subscription), wait)
  }

  #end(subscription: Subscription) {
    if (!this.#all.delete(subscription)) return
    this.#clock.clearTimeout(subscription.retryTimer)
    if (subscription.id !== undefined) {
      this.#byId.delete(subscription.id)
      if (this.#isConnected) this.#unsubscribe(subscription.id)
    }
    if (this.#all.size === 0) this.#clock.clearTimeout(this.#stallTimer)
  }

  #unsubscribe(id: string) {
    this.#options.request('eth_unsubscribe', [id], () => {})
  }

  #isAnyPending(): boolean {
    return [...this.#all].some(({ isPending }) => isPending)
  }

  #forgetEarly() {
    this.#early.clear()
    this.#earlyCount = 0
  }

  #deliver(subscription: Subscription, data: unknown) {
    if (!this.#all.has(subscription)) return
    if (subscription.params[0] === 'newHeads') {
      const head = headNumber(data)
      if (head !== undefined) this.#stall.headReceived(head)
    }
    subscription.subscriber.onData(data)
  }

  /** Reads the head if the connection has been silent for too long, else sets a timer for that. */
  #checkForStall() {
    this.#clock.clearTimeout(this.#stallTimer)
    this.#stallTimer = undefined
    if (!this.#isConnected || this.#all.size === 0 || this.#isChecking) return
    const isHeadExpected = [...this.#all].some(({ params }) => params[0] === 'newHeads')
    const left = this.#stall.timeLeft(isHeadExpected)
    if (left > 0) {
      this.#stallTimer = this.#clock.setTimeout(() => this.#checkForStall(), left)
      return
    }
    const generation = this.#generation
    this.#isChecking = true
    const onReply = (reply: SocketReply) => {
      if (generation === this.#generation) this.#checked(reply, isHeadExpected)
    }
    this.#options.request('eth_blockNumber', [], onReply, probeTimeout)
  }

  /** The head was read on a silent connection: it has stalled if the head's push is missing. */
  #checked(reply: SocketReply, isHeadExpected: boolean) {
    this.#isChecking = false
    // A push since then shows that the connection works.
    const isStillQuiet = this.#stall.timeLeft(isHeadExpected) === 0
    const head = reply.type === 'reply' ? readHeight(reply.reply.result) : undefined
    if (isStillQuiet) {
      if (head === undefined || (isHeadExpected && this.#stall.isUnpushed(head))) {
        this.#options.onStalled()
        return
      }
      this.#stall.confirmedQuiet(head)
    }
    this.#checkForStall()
  }
}

/** The block number of a pushed head. */
function headNumber(data: unknown): bigint | undefined {
  return isObject(data) ? readHeight(data['number']) : undefined
}
