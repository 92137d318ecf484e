import { createTransport, type Chain, type EIP1193RequestFn, type Transport } from 'viem'
import { isObject } from '../../base/unknownJson.ts'
import { InvalidNetworkError } from '../../errors/InvalidNetworkError.ts'
import { createNetwork, type NetworkOptions } from '../networks/createNetwork.ts'
import { isNetwork, type Network } from '../networks/Network.ts'
import type { Pool } from '../Pool.ts'
import { createPool } from './createPool.ts'
import { type PoolOptions } from './PoolOptions.ts'

/** The properties {@link nodePool} adds to a client's `transport`. */
export interface NodePoolAttributes {
  readonly pool: Pool
}

export type NodePoolTransport = Transport<'nodePool', NodePoolAttributes, EIP1193RequestFn>

export interface NodePoolOptions extends PoolOptions, NetworkOptions {}

/**
 * A viem transport that spreads requests over all endpoints of a network. Works with every viem action and wagmi config.
 * All clients made with the same transport share one pool. viem's own retries are off: the pool retries.
 *
 * @param networkOrOptions - A network, or the endpoints of the client's chain.
 * @param options - Options of the pool.
 * @throws {@link InvalidNetworkError} when it is given something else.
 *
 * @example
 * const client = createPublicClient({ chain: xone, transport: nodePool(xone) })
 * const logs = await client.getLogs({ fromBlock: 1n, toBlock: 100n })
 */
export function nodePool(
  networkOrOptions: Network | NodePoolOptions = {},
  options: PoolOptions = {},
): NodePoolTransport {
  // JavaScript can pass anything.
  if (!isObject(networkOrOptions))
    throw new InvalidNetworkError(
      'unknown',
      '`nodePool` was given neither a network nor options',
      'Pass endpoints as `{ http: [url] }`.',
    )
  const pools = new Map<number, Pool>()

  function poolFor(chain: Chain | undefined): Pool {
    if ('id' in networkOrOptions) {
      const network = isNetwork(networkOrOptions) ? networkOrOptions : createNetwork(networkOrOptions)
      if (chain && chain.id !== network.id)
        throw new InvalidNetworkError(
          network.name,
          `the client is for "${chain.name}" (chain id ${chain.id})`,
          'Pass the same network to the client and its transport.',
        )
      return reuse(network.id, () => createPool(network, options))
    }
    if (!chain)
      throw new InvalidNetworkError(
        'unknown',
        'neither the transport nor the client has one',
        'Pass a network to `nodePool`, or a `chain` to the client.',
      )
    return reuse(chain.id, () =>
      createPool(createNetwork(chain, networkOrOptions), { ...networkOrOptions, ...options }),
    )
  }

  function reuse(id: number, create: () => Pool): Pool {
    const pool = pools.get(id) ?? create()
    pools.set(id, pool)
    return pool
  }

  return ({ chain }) => {
    const pool = poolFor(chain)
    const request = (async ({ method, params }, given?: { signal?: AbortSignal | undefined }) => {
      const { result } = await pool.request({ method, params }, { signal: given?.signal })
      return result
    }) as EIP1193RequestFn
    return createTransport(
      { key: 'nodePool', name: 'Node pool', type: 'nodePool', request, retryCount: 0 },
      { pool },
    )
  }
}
