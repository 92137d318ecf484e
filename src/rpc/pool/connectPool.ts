import { freshUntil } from '../endpoint/LearnedLimits.ts'
import { createBudget, type BudgetStorage } from '../createBudget.ts'
import { createLimitStore } from '../endpoint/createLimitStore.ts'
import { createThrottle } from './createThrottle.ts'
import { createPushSubscriber } from './createPushSubscriber.ts'
import { createScheduler } from '../scheduler/createScheduler.ts'
import { systemClock, monotonicClock } from '../Clock.ts'
import { createChainVerifier } from '../endpoint/createChainVerifier.ts'
import type { Network } from '../networks/defineNetwork.ts'
import { Endpoint } from '../endpoint/Endpoint.ts'
import type { EndpointStatus, Pool, PoolReply } from '../Pool.ts'
import type { PoolOptions } from './PoolOptions.ts'
import { readHead } from '../endpoint/readHead.ts'
import type { Socket } from '../socket/Socket.ts'
import { blockHeader, type BlockHeader } from '../blockHeader.ts'
import type { Wire } from '../Wire.ts'

/** Heads that are told of at once: some chains make blocks in bursts. */
const mostHeadsAtOnce = 20

/** The endpoint that pushes. */
export interface PoolSocket {
  readonly name: string
  /** `onCall` is told of each call that the socket makes of its own accord. */
  readonly open: (onCall: () => void) => Socket
  readonly toWire: (socket: Socket) => Wire
}

/** Makes a pool of ways to endpoints, whatever they lead over. */
export function connectPool(
  network: Network,
  wires: readonly (readonly [name: string, wire: Wire])[],
  options: PoolOptions,
  pushing?: PoolSocket,
): Pool {
  const {
    clock = monotonicClock(systemClock),
    random = Math.random,
    maxAttempts = 5,
    maxWait = 60_000,
    batchSize = 20,
  } = options
  const storage = options.storage === undefined ? pageStorage() : options.storage
  const budget = createBudget({
    network,
    quota: network.dailyQuota,
    clock,
    storage,
    channel: options.channel,
  })
  const limits = createLimitStore({ network: network.id, clock, storage })
  const listeners = new Set<() => void>()
  const closing = new AbortController()
  let status: readonly EndpointStatus[] | undefined
  let announced = false

  /** Tells of any number of changes once, after they are all made. */
  function onChange() {
    status = undefined
    if (announced || listeners.size === 0) return
    announced = true
    queueMicrotask(() => {
      announced = false
      for (const listener of [...listeners]) listener()
    })
  }

  const toEndpoint = ([name, wire]: readonly [string, Wire]) =>
    new Endpoint({ name, wire, clock, random, limits, batchSize, onChange })
  const endpoints = wires.map(toEndpoint)
  const verify = createChainVerifier(network, budget, closing.signal)

  // What keeps the socket alive is counted, but never refused: without it, polling would cost far more.
  const socket = pushing?.open(() => {
    budget.spend(1, { force: true })
  })
  const pusher = pushing && socket && toEndpoint([pushing.name, pushing.toWire(socket)])
  const subscribe =
    pusher && socket && createPushSubscriber({ endpoint: pusher, socket, clock, random, verify })
  if (pusher) endpoints.push(pusher)
  const unwatch = limits.watch((name, limit) => {
    endpoints.find((endpoint) => endpoint.name === name)?.adopt(limit)
  })
  const scheduler = createScheduler({
    endpoints,
    clock,
    random,
    budget,
    maxAttempts,
    maxWait,
    verify,
    onResult(endpoint, call, result) {
      const head = readHead(call, result)
      if (head !== undefined) endpoint.sawHead(head)
    },
  })

  return {
    network,
    clock,
    budget,
    request: <result>(call: Parameters<Pool['request']>[0], given = {}) =>
      scheduler.request(call, given) as Promise<PoolReply<result>>,
    getStatus() {
      const now = clock.now()
      // Pauses and lessons end by the clock and not by an event, so a status that holds one that has is made anew.
      const isOver = (end: number | undefined) => end !== undefined && end <= now
      const isOld = ({ resumesAt, unavailable, learnedLimits: lessons }: EndpointStatus) =>
        isOver(resumesAt) ||
        unavailable?.some(({ until }) => isOver(until)) ||
        lessons?.some((lesson) => isOver(freshUntil(lesson)))
      if (status?.some(isOld)) status = undefined
      status ??= endpoints.map((endpoint) => endpoint.status(now))
      return status
    },
    reportRejected(name, logs) {
      endpoints.find((endpoint) => endpoint.name === name)?.countRejected(logs)
    },
    subscribeHeads:
      subscribe &&
      ((listener) => {
        // Each head may cost calls, and a socket may invent any number of them.
        const perSecond = Math.max(2, 1_500 / (network.blockTime ?? 750))
        const pace = createThrottle<readonly [head: BlockHeader, endpoint: string]>({
          clock,
          perSecond,
          burst: mostHeadsAtOnce,
          onData: ([head, endpoint]) => {
            listener.onData(head, endpoint)
          },
        })
        const end = subscribe(
          ['newHeads'],
          (value) => {
            const parsed = blockHeader.safeParse(value)
            if (!parsed.success) return undefined
            pusher.sawHead(parsed.data.number)
            return parsed.data
          },
          {
            ...listener,
            onData: (head, endpoint) => {
              pace.push([head, endpoint])
            },
          },
        )
        return () => {
          pace.stop()
          end()
        }
      }),
    subscribeLogs:
      subscribe && ((filter, listener) => subscribe(['logs', filter], (value) => value, listener)),
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
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

function pageStorage(): BudgetStorage | null {
  if (typeof window === 'undefined') return null
  try {
    return window.localStorage
  } catch {
    return null
  }
}
