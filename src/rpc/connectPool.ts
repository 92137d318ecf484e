import { createBudget, type BudgetStorage } from './createBudget.ts'
import { createLimitStore } from './createLimitStore.ts'
import { createScheduler } from './createScheduler.ts'
import { systemClock } from './Clock.ts'
import { createVerifier } from './createVerifier.ts'
import type { Network } from './defineNetwork.ts'
import { Endpoint } from './Endpoint.ts'
import type { EndpointStatus, Pool, PoolReply } from './Pool.ts'
import type { PoolOptions } from './createPool.ts'
import { readHead } from './readHead.ts'
import type { Wire } from './Wire.ts'

/** Makes a pool of ways to endpoints, whatever they lead over. */
export function connectPool(
  network: Network,
  wires: readonly (readonly [name: string, wire: Wire])[],
  options: PoolOptions,
): Pool {
  const {
    clock = systemClock,
    random = Math.random,
    maxAttempts = 5,
    maxWait = 60_000,
    batchSize = 10,
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

  const endpoints = wires.map(
    ([name, wire]) => new Endpoint({ name, wire, clock, random, limits, batchSize, onChange }),
  )
  const scheduler = createScheduler({
    endpoints,
    clock,
    random,
    budget,
    maxAttempts,
    maxWait,
    verify: createVerifier(network, budget, closing.signal),
    onResult(endpoint, call, result) {
      const head = readHead(call, result)
      if (head !== undefined) endpoint.sawHead(head)
    },
  })

  return {
    network,
    budget,
    request: <result>(call: Parameters<Pool['request']>[0], given = {}) =>
      scheduler.request(call, given) as Promise<PoolReply<result>>,
    getStatus() {
      const now = clock.now()
      // Pauses end by the clock and not by an event, so a status that holds one is made anew.
      if (status?.some(({ resumesAt }) => resumesAt !== undefined && resumesAt <= now)) status = undefined
      status ??= endpoints.map((endpoint) => endpoint.status(now))
      return status
    },
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
