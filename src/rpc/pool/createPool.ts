import type { PoolOptions } from './PoolOptions.ts'
import { createHttpWire } from '../http/createHttpWire.ts'
import { systemClock } from '../Clock.ts'
import type { Network } from '../networks/defineNetwork.ts'
import { connectPool } from './connectPool.ts'
import { nameEndpoints } from './nameEndpoints.ts'
import { createSocket } from '../socket/createSocket.ts'
import { createSocketWire } from '../socket/createSocketWire.ts'
import type { Pool } from '../Pool.ts'
import { secretsOf } from '../http/secretsOf.ts'
import { steadyClock } from '../steadyClock.ts'
import type { Wire } from '../Wire.ts'

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
