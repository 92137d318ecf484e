import type { Chain, Client, EIP1193RequestFn } from 'viem'
import { InvalidNetworkError } from '../../errors/InvalidNetworkError.ts'
import { connectPool } from './connectPool.ts'
import { createClientWire } from './createClientWire.ts'
import type { Network } from '../networks/defineNetwork.ts'
import type { Pool } from '../Pool.ts'

const wrapped = new WeakMap<object, Pool>()

/**
 * The pool of a viem client. For a client without a `nodePool` transport, such as one of a wagmi config, a pool with the
 * client as its only endpoint: everything works except spreading requests over endpoints.
 *
 * @throws {@link InvalidNetworkError} if the client has no chain.
 */
export function getPool(client: Client): Pool {
  const transport: Readonly<Record<string, unknown>> = client.transport
  const own = transport['pool']
  if (isPool(own)) return own
  const known = wrapped.get(client)
  if (known) return known
  if (!client.chain)
    throw new InvalidNetworkError('unknown', 'the client has no chain', 'Create the client with a `chain`.')
  const url = transport['url']
  const name = typeof url === 'string' && URL.canParse(url) ? new URL(url).host : client.transport.key
  const request = client.request as unknown as EIP1193RequestFn
  const { headers } = (transport['fetchOptions'] ?? {}) as RequestInit
  const wire = createClientWire(request, { name, url: typeof url === 'string' ? url : undefined, headers })
  const pool = connectPool(toNetwork(client.chain), [[name, wire]], {})
  wrapped.set(client, pool)
  return pool
}

function isPool(value: unknown): value is Pool {
  return typeof value === 'object' && value !== null && 'request' in value && 'getStatus' in value
}

/** The network of a client that brings its own transport. */
function toNetwork(chain: Chain): Network {
  if ('finality' in chain && 'http' in chain) return chain as Network
  return { ...chain, http: [], webSocket: undefined, finality: 64, dailyQuota: undefined }
}
