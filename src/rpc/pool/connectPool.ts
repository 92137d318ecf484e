import { Listeners, oncePerTick } from '../../base/Listeners.ts'
import { isObject } from '../../base/unknownJson.ts'
import type { Clock } from '../Clock.ts'
import { DailyBudget, pageStorage } from '../DailyBudget.ts'
import { ChainVerifier } from '../endpoint/ChainVerifier.ts'
import { Endpoint } from '../endpoint/Endpoint.ts'
import { freshUntil } from '../endpoint/LearnedLimits.ts'
import { LimitStore } from '../endpoint/LimitStore.ts'
import type { Network } from '../networks/Network.ts'
import { readHeight } from '../parseQuantity.ts'
import type { PoolCall, EndpointStatus, Pool, PoolReply } from '../Pool.ts'
import { RequestReporter } from '../RequestReporter.ts'
import { Scheduler } from '../scheduler/Scheduler.ts'
import type { Socket, SocketOptions } from '../socket/Socket.ts'
import type { Wire } from '../Wire.ts'
import { createPushSubscriber } from './createPushSubscriber.ts'
import type { InnerPoolOptions } from './PoolOptions.ts'
import { subscribeHeads } from './subscribeHeads.ts'

/** The WebSocket endpoint of a pool. */
export interface PoolSocket {
  readonly name: string
  readonly open: (onCall: NonNullable<SocketOptions['onCall']>) => Socket
  readonly toWire: (socket: Socket) => Wire
}

/** Creates a pool over wires of any kind. */
export function connectPool(
  network: Network,
  wires: readonly (readonly [name: string, wire: Wire])[],
  options: InnerPoolOptions & { readonly clock: Clock },
  poolSocket?: PoolSocket,
): Pool {
  const { clock, random = Math.random, maxAttempts = 5, maxWait = 60_000, batchSize = 20 } = options
  const storage = options.storage === undefined ? pageStorage() : options.storage
  const { channel } = options
  const budget =
    options.budget ?? new DailyBudget({ network, quota: network.dailyQuota, clock, storage, channel })
  const limits = new LimitStore({ network: network.id, clock, storage })
  const listeners = new Listeners()
  const closing = new AbortController()
  let status: readonly EndpointStatus[] | undefined
  const notify = oncePerTick(() => listeners.notify())

  function onChange() {
    status = undefined
    if (listeners.size > 0) notify()
  }

  const isOnly = wires.length <= 1
  const isFree = budget.getStatus().quota === undefined
  const toEndpoint = ([name, wire]: readonly [string, Wire]) =>
    new Endpoint({ name, wire, clock, random, limits, batchSize, isOnly, isFree, onChange })
  const endpoints = wires.map(toEndpoint)
  const reporter = new RequestReporter({ chainId: network.id, clock })
  const verifier = new ChainVerifier({ network, budget, reporter, closing: closing.signal })

  // The socket's own calls are counted, but never refused: without the socket, polling would cost far more.
  const socket = poolSocket?.open((call) => {
    try {
      budget.spend(1, { force: true })
    } catch {
      // The count cannot be stored: other calls fail with the reason.
    }
    return reporter.startSocketCall(poolSocket.name, call)
  })
  const socketEndpoint = poolSocket && socket && toEndpoint([poolSocket.name, poolSocket.toWire(socket)])
  const pushes =
    socketEndpoint &&
    socket &&
    createPushSubscriber({
      endpoint: socketEndpoint,
      isPushOnly: endpoints.length > 0,
      socket,
      clock,
      random,
      verifier,
      closing: closing.signal,
    })
  if (socketEndpoint) endpoints.push(socketEndpoint)
  const unwatch = limits.watch((name, limit) => {
    endpoints.find((endpoint) => endpoint.name === name)?.reloadLimit(limit)
  })
  const scheduler = new Scheduler({
    endpoints,
    clock,
    random,
    budget,
    maxAttempts,
    maxWait,
    verifier,
    reporter,
    onResult(endpoint, call, result) {
      const head = reportedHead(call, result)
      if (head !== undefined) endpoint.setHead(head)
    },
  })

  return {
    network,
    clock,
    budget,
    request: <result>(call: PoolCall, given = {}) =>
      scheduler.request(call, given) as Promise<PoolReply<result>>,
    getStatus() {
      const now = clock.now()
      if (status?.some((one) => isOutdated(one, now))) status = undefined
      status ??= endpoints.map((endpoint) => endpoint.status(now))
      return status
    },
    waitingSince() {
      const busy = endpoints.filter(({ inFlight }) => inFlight > 0)
      return busy.length > 0 ? Math.min(...busy.map(({ busySince }) => busySince)) : undefined
    },
    reportRejected(name, logs) {
      endpoints.find((endpoint) => endpoint.name === name)?.countRejected(logs)
    },
    verifyAgain(name) {
      endpoints.find((endpoint) => endpoint.name === name)?.verifyAgain()
      if (name === socketEndpoint?.name) pushes?.resume()
    },
    resume() {
      for (const endpoint of endpoints) endpoint.resume()
      pushes?.resume()
    },
    subscribeHeads:
      pushes &&
      ((listener) =>
        subscribeHeads(listener, {
          subscribe: pushes.subscribe,
          clock,
          network,
          onHead: (head) => socketEndpoint.setHead(head),
          closing: closing.signal,
        })),
    subscribeLogs:
      pushes && ((filter, listener) => pushes.subscribe(['logs', filter], (value) => value, listener)),
    subscribe: listeners.add,
    onRequest: reporter.subscribe,
    requests: reporter.log,
    close() {
      closing.abort()
      scheduler.close()
      for (const { wire } of endpoints) wire.close()
      budget.close()
      unwatch()
      listeners.clear()
    },
  }
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
