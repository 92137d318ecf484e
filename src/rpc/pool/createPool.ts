import type { BudgetChannel, BudgetStorage } from '../createBudget.ts'
import { createHttpWire } from '../http/createHttpWire.ts'
import { systemClock, type Clock } from '../Clock.ts'
import type { Network } from '../networks/defineNetwork.ts'
import { connectPool } from './connectPool.ts'
import { nameEndpoints } from './nameEndpoints.ts'
import { createSocket } from '../socket/createSocket.ts'
import { createSocketWire } from '../socket/createSocketWire.ts'
import type { Pool } from '../Pool.ts'
import { secretsOf } from '../http/secretsOf.ts'
import { steadyClock } from '../steadyClock.ts'
import type { Wire } from '../Wire.ts'

export interface PoolOptions {
  /** @default the global `fetch` */
  fetch?: typeof globalThis.fetch | undefined
  /** Constructor of sockets. @default the global one, or the one viem uses */
  WebSocket?: typeof globalThis.WebSocket | undefined
  /** Headers added to each HTTP request. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Milliseconds until an answer must be complete. @default 30_000 */
  timeout?: number | undefined
  /** Milliseconds without a push after which a socket is doubted; sooner where blocks come often. @default 30_000 */
  socketQuietFor?: number | undefined
  /** Milliseconds after which a socket that nobody needs any more is closed. @default 30_000 */
  socketIdleFor?: number | undefined
  /** Most bytes in one answer; what is longer is cut off while it arrives. @default 134_217_728 */
  maxResponseBytes?: number | undefined
  /** Times one call is sent at most, over all endpoints together. @default 5 */
  maxAttempts?: number | undefined
  /** Milliseconds a call waits at most for endpoints that asked for a pause. @default 60_000 */
  maxWait?: number | undefined
  /** Most calls in one message; 1 turns batching off. @default 20 */
  batchSize?: number | undefined
  /** Where limits and the day's count of calls are kept; `null` for nowhere. @default `localStorage` in a page */
  storage?: BudgetStorage | null | undefined
  /** How pages share the day's count; `null` for not at all. @default a `BroadcastChannel` in a page */
  channel?: BudgetChannel | null | undefined
  /** Time, for tests. */
  clock?: Clock | undefined
  /** Numbers from 0 to 1 for jitter, for tests. @default Math.random */
  random?: (() => number) | undefined
}

/**
 * Opens a pool over a network's endpoints. Nothing is sent before the first request.
 *
 * @example
 * const pool = createPool(xone)
 * const { result } = await pool.request<Hex>({ method: 'eth_blockNumber' })
 */
export function createPool(network: Network, given: PoolOptions = {}): Pool {
  const clock = steadyClock(given.clock ?? systemClock)
  const options = { ...given, clock }
  const { timeout = 30_000, maxResponseBytes = 2 ** 27, headers } = options
  const names = nameEndpoints(
    network.webSocket === undefined ? network.http : [...network.http, network.webSocket],
  )
  const fetch: typeof globalThis.fetch = (input, init) => (options.fetch ?? globalThis.fetch)(input, init)
  const wires = network.http.map((url, index): readonly [string, Wire] => {
    const name = names[index] ?? url
    return [name, createHttpWire(url, { name, fetch, clock, timeout, maxResponseBytes, headers })]
  })
  const url = network.webSocket
  const name = names.at(-1)
  if (url === undefined || name === undefined) return connectPool(network, wires, options)
  return connectPool(network, wires, options, {
    name,
    open: (onCall) => {
      const { WebSocket, socketQuietFor: quietFor, socketIdleFor: idleFor } = options
      const { random = Math.random } = options
      return createSocket(url, {
        name,
        WebSocket,
        clock,
        random,
        timeout,
        quietFor,
        idleFor,
        blockTime: network.blockTime,
        maxFrameBytes: maxResponseBytes,
        onCall,
      })
    },
    toWire: (socket) => createSocketWire(socket, { name, clock, secrets: secretsOf(url), timeout }),
  })
}
