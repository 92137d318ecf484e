import type { Chain, Client, EIP1193RequestFn } from 'viem'
import { InvalidNetworkError } from '../../errors/InvalidNetworkError.ts'
import { connectPool } from './connectPool.ts'
import { createPool } from './createPool.ts'
import { createClientWire } from './createClientWire.ts'
import type { Network } from '../networks/defineNetwork.ts'
import type { Pool } from '../Pool.ts'

/** By `client.transport`, which a client shares with those that extend it. */
const pools = new WeakMap<object, Pool>()

/**
 * The pool of a viem client: of its `nodePool` transport, or of the `network` in its transport. For any other client, such as
 * one of a wagmi config, a pool with the client as its only endpoint: everything works except spreading requests over
 * endpoints.
 *
 * @throws {@link InvalidNetworkError} if the client has no chain.
 */
export function getPool(client: Client): Pool {
  const transport: Readonly<Record<string, unknown>> = client.transport
  const own = transport['pool']
  if (isPool(own)) return own
  const known = pools.get(client.transport)
  if (known) return known
  const network = transport['network']
  const pool = isNetwork(network) ? createPool(network) : wrapClient(client, transport)
  pools.set(client.transport, pool)
  return pool
}

function wrapClient(client: Client, transport: Readonly<Record<string, unknown>>): Pool {
  if (!client.chain)
    throw new InvalidNetworkError('unknown', 'the client has no chain', 'Create the client with a `chain`.')
  const url = transport['url']
  const name = typeof url === 'string' && URL.canParse(url) ? new URL(url).host : client.transport.key
  const request = client.request as unknown as EIP1193RequestFn
  const { headers } = (transport['fetchOptions'] ?? {}) as RequestInit
  const wire = createClientWire(request, { name, url: typeof url === 'string' ? url : undefined, headers })
  return connectPool(toNetwork(client.chain), [[name, wire]], {})
}

function isPool(value: unknown): value is Pool {
  return typeof value === 'object' && value !== null && 'request' in value && 'getStatus' in value
}

function isNetwork(value: unknown): value is Network {
  return typeof value === 'object' && value !== null && 'finality' in value && 'http' in value
}

/** The network of a client that brings its own transport. */
function toNetwork(chain: Chain): Network {
  if (isNetwork(chain)) return chain
  return { ...chain, http: [], webSocket: undefined, finality: 64, dailyQuota: undefined }
}
