import { findSecrets } from '../classify/findSecrets.ts'
import { MonotonicClock, systemClock } from '../Clock.ts'
import { HttpWire } from '../http/HttpWire.ts'
import type { Network } from '../networks/Network.ts'
import type { Pool } from '../Pool.ts'
import { Socket } from '../socket/Socket.ts'
import { SocketWire } from '../socket/SocketWire.ts'
import type { Wire } from '../Wire.ts'
import { EndpointPool } from './EndpointPool.ts'
import { nameEndpoints } from './nameEndpoints.ts'
import type { PoolOptions } from './PoolOptions.ts'

/**
 * Creates a pool over a network's endpoints. Nothing is sent before the first request.
 *
 * @example
 * const pool = createPool(xone)
 * const { result } = await pool.request<Hex>({ method: 'eth_blockNumber' })
 */
export function createPool(network: Network, given: PoolOptions = {}): Pool {
  const clock = new MonotonicClock(given.clock ?? systemClock)
  const options = { ...given, clock }
  const { timeout = 30_000, maxResponseBytes = 2 ** 27, headers, random = Math.random } = options
  const { WebSocket, socketStallTimeout: stallTimeout, socketIdleTimeout: idleTimeout } = options
  const names = nameEndpoints(network)
  const fetch: typeof globalThis.fetch = (input, init) => (options.fetch ?? globalThis.fetch)(input, init)
  const wires = network.http.map((url, index): readonly [string, Wire] => {
    const name = names[index]!
    return [name, new HttpWire(url, { name, fetch, clock, timeout, maxResponseBytes, headers })]
  })
  const url = network.webSocket
  const name = names.at(-1)
  if (url === undefined || name === undefined) return new EndpointPool(network, wires, options)
  return new EndpointPool(network, wires, options, {
    name,
    open: (onCall) =>
      new Socket(url, {
        name,
        WebSocket,
        clock,
        random,
        timeout,
        stallTimeout,
        idleTimeout,
        blockTime: network.blockTime,
        maxFrameBytes: maxResponseBytes,
        onCall,
      }),
    toWire: (socket) => new SocketWire(socket, { name, clock, secrets: findSecrets(url), timeout }),
  })
}
