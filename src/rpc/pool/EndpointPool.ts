import { Listeners, oncePerTick } from '../../base/Listeners.ts'
import { isObject } from '../../base/unknownJson.ts'
import type { Budget } from '../Budget.ts'
import type { Clock } from '../Clock.ts'
import { DailyBudget, pageStorage } from '../DailyBudget.ts'
import { ChainVerifier } from '../endpoint/ChainVerifier.ts'
import { Endpoint } from '../endpoint/Endpoint.ts'
import { freshUntil } from '../endpoint/LearnedLimits.ts'
import { LimitStore } from '../endpoint/LimitStore.ts'
import type { Network } from '../networks/Network.ts'
import { readHeight } from '../parseQuantity.ts'
import type { PoolCall, EndpointStatus, Pool, PoolReply, PoolRequestOptions } from '../Pool.ts'
import { RequestReporter } from '../RequestReporter.ts'
import { Scheduler } from '../scheduler/Scheduler.ts'
import type { Socket, SocketOptions } from '../socket/Socket.ts'
import type { Wire } from '../Wire.ts'
import type { InnerPoolOptions } from './PoolOptions.ts'
import { PushSubscriber } from './PushSubscriber.ts'
import { subscribeHeads } from './subscribeHeads.ts'

/** The WebSocket endpoint of a pool. */
export interface PoolSocket {
  readonly name: string
  readonly open: (onCall: NonNullable<SocketOptions['onCall']>) => Socket
  readonly toWire: (socket: Socket) => Wire
}

/** A pool over wires of any kind. Its methods are bound: views of it are copies, and hooks and apps pass them on. */
export class EndpointPool implements Pool {
  readonly network: Network
  readonly clock: Clock
  readonly budget: Budget
  readonly requests: Pool['requests']
  readonly onRequest: Pool['onRequest']
  readonly subscribeHeads: Pool['subscribeHeads']
  readonly subscribeLogs: Pool['subscribeLogs']
  readonly #endpoints: readonly Endpoint[]
  readonly #pushes: PushSubscriber | undefined
  readonly #scheduler: Scheduler
  readonly #stopWatching: () => void
  /** Fires when it is closed. */
  readonly #closing = new AbortController()
  readonly #listeners = new Listeners()
  readonly #notify = oncePerTick(() => this.#listeners.notify())
  #status: readonly EndpointStatus[] | undefined

  constructor(
    network: Network,
    wires: readonly (readonly [name: string, wire: Wire])[],
    options: InnerPoolOptions & { readonly clock: Clock },
    poolSocket?: PoolSocket,
  ) {
    const { clock, channel } = options
    const { random = Math.random, maxAttempts = 5, maxWait = 60_000, batchSize = 20 } = options
    const storage = options.storage === undefined ? pageStorage() : options.storage
    const closing = this.#closing.signal
    const budget =
      options.budget ?? new DailyBudget({ network, quota: network.dailyQuota, clock, storage, channel })
    const reporter = new RequestReporter({ chainId: network.id, clock })
    this.network = network
    this.clock = clock
    this.budget = budget
    this.requests = reporter.log
    this.onRequest = reporter.subscribe

    const limits = new LimitStore({ network: network.id, clock, storage })
    const isOnly = wires.length <= 1
    const isFree = budget.getStatus().quota === undefined
    const onChange = () => this.#changed()
    const toEndpoint = (name: string, wire: Wire) =>
      new Endpoint({ name, wire, clock, random, limits, batchSize, isOnly, isFree, onChange })
    const endpoints = wires.map(([name, wire]) => toEndpoint(name, wire))
    const verifier = new ChainVerifier({ network, budget, reporter, closing })
    if (poolSocket) {
      const socket = openSocket(poolSocket, budget, reporter)
      const endpoint = toEndpoint(poolSocket.name, poolSocket.toWire(socket))
      const isPushOnly = endpoints.length > 0
      const pushes = new PushSubscriber({ endpoint, isPushOnly, socket, clock, random, verifier, closing })
      endpoints.push(endpoint)
      this.#pushes = pushes
      this.subscribeHeads = (listener) => subscribeHeads(listener, { pushes, clock, network, closing })
      this.subscribeLogs = (filter, listener) =>
        pushes.subscribe(['logs', filter], (value) => value, listener)
    }
    this.#endpoints = endpoints
    this.#stopWatching = limits.watch((name, limit) => this.#find(name)?.reloadLimit(limit))
    this.#scheduler = new Scheduler({
      endpoints,
      budget,
      verifier,
      reporter,
      clock,
      random,
      maxAttempts,
      maxWait,
      onResult,
    })
  }

  readonly request = <result>(call: PoolCall, options: PoolRequestOptions = {}) =>
    this.#scheduler.request(call, options) as Promise<PoolReply<result>>

  readonly subscribe = this.#listeners.add

  readonly getStatus = (): readonly EndpointStatus[] => {
    const now = this.clock.now()
    if (this.#status?.some((one) => isOutdated(one, now))) this.#status = undefined
    this.#status ??= this.#endpoints.map((endpoint) => endpoint.status(now))
    return this.#status
  }

  readonly waitingSince = (): number | undefined => {
    const busy = this.#endpoints.filter(({ inFlight }) => inFlight > 0)
    return busy.length > 0 ? Math.min(...busy.map(({ busySince }) => busySince)) : undefined
  }

  readonly reportRejected = (name: string, logs: number): void => {
    this.#find(name)?.countRejected(logs)
  }

  readonly verifyAgain = (name: string): void => {
    this.#find(name)?.verifyAgain()
    const pushes = this.#pushes
    if (pushes && pushes.endpoint.name === name) pushes.resume()
  }

  readonly resume = (): void => {
    for (const endpoint of this.#endpoints) endpoint.resume()
    this.#pushes?.resume()
  }

  readonly close = (): void => {
    this.#closing.abort()
    this.#scheduler.close()
    for (const { wire } of this.#endpoints) wire.close()
    this.budget.close()
    this.#stopWatching()
    this.#listeners.clear()
  }

  #find(name: string): Endpoint | undefined {
    return this.#endpoints.find((endpoint) => endpoint.name === name)
  }

  #changed() {
    this.#status = undefined
    if (this.#listeners.size > 0) this.#notify()
  }
}

/** The socket's own calls are counted, but never refused: without the socket, polling would cost far more. */
function openSocket({ name, open }: PoolSocket, budget: Budget, reporter: RequestReporter): Socket {
  return open((call) => {
    try {
      budget.spend(1, { force: true })
    } catch {
      // The count cannot be stored: other calls fail with the reason.
    }
    return reporter.startSocketCall(name, call)
  })
}

/** Some answers show the head of their endpoint. */
function onResult(endpoint: Endpoint, call: PoolCall, result: unknown) {
  const head = reportedHead(call, result)
  if (head !== undefined) endpoint.setHead(head)
}

/** Pauses and limits end without an event: a status with one that has ended is out of date. */
function isOutdated({ resumesAt, unavailable, learnedLimits }: EndpointStatus, now: number): boolean {
  const isOver = (end: number | undefined) => end !== undefined && end <= now
  return (
    isOver(resumesAt) ||
    (unavailable ?? []).some(({ until }) => isOver(until)) ||
    (learnedLimits ?? []).some((learned) => isOver(freshUntil(learned)))
  )
}

/** The head that the result of a call reports, if any. */
function reportedHead({ method, params }: PoolCall, result: unknown): bigint | undefined {
  if (method === 'eth_blockNumber') return readHeight(result)
  if (method !== 'eth_getBlockByNumber' || !Array.isArray(params) || params[0] !== 'latest') return undefined
  return isObject(result) ? readHeight(result['number']) : undefined
}
