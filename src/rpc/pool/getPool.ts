import type { Client, EIP1193RequestFn } from 'viem'
import { InvalidNetworkError } from '../../errors/InvalidNetworkError.ts'
import type { BudgetStorage } from '../Budget.ts'
import { MonotonicClock, systemClock } from '../Clock.ts'
import { DailyBudget } from '../DailyBudget.ts'
import { requestEndpoints } from '../endpoint/requestEndpoints.ts'
import type { Network } from '../networks/Network.ts'
import type { EndpointStatus, Pool } from '../Pool.ts'
import { ClientWire } from './ClientWire.ts'
import { createPool } from './createPool.ts'
import { EndpointPool } from './EndpointPool.ts'
import type { InnerPoolOptions } from './PoolOptions.ts'
import { networkOf, readTransport, type TransportParts } from './readTransport.ts'

/** By `client.transport`, which extended clients share with the original. */
const pools = new WeakMap<object, Pool>()

/**
 * The pool of a viem client: of its `nodePool` transport, or of the `network` in its transport. For any other client, such as
 * one of a wagmi config, a pool with the client as its only endpoint: everything works except spreading requests over
 * endpoints.
 *
 * @throws {@link InvalidNetworkError} if there is no client, or it has no chain.
 */
export function getPool(client: Client): Pool {
  // JavaScript can pass none.
  if (!(client as Client | undefined)?.transport)
    throw new InvalidNetworkError('unknown', 'there is no client', 'Pass a viem client.')
  const known = pools.get(client.transport)
  if (known) return known
  const parts = readTransport(client)
  if (parts.pool) return parts.pool
  const pool = parts.network ? openPool(parts.network, parts.calls) : wrapClient(client, parts)
  pools.set(client.transport, pool)
  return pool
}

/**
 * The pool of a client, for a read that a user requests. If every endpoint has failed, their pauses end now: an old error is
 * no answer.
 */
export function getResumedPool(client: Client): Pool {
  const pool = getPool(client)
  const isDead = ({ state }: EndpointStatus) => state === 'unreachable' || state === 'wrong-network'
  if (requestEndpoints(pool.getStatus()).every(isDead)) pool.resume()
  return pool
}

/** The pool of a network whose calls may be counted elsewhere, such as by the server that forwards them. */
function openPool(network: Network, calls: BudgetStorage | undefined): Pool {
  const { dailyQuota: quota } = network
  const budget = calls && new DailyBudget({ network, quota, storage: calls, channel: null })
  const options: InnerPoolOptions = { budget }
  return createPool(network, options)
}

function wrapClient(client: Client, { name, url, headers }: TransportParts): Pool {
  if (!client.chain)
    throw new InvalidNetworkError('unknown', 'the client has no chain', 'Create the client with a `chain`.')
  const request = client.request as unknown as EIP1193RequestFn
  const clock = new MonotonicClock(systemClock)
  const wire = new ClientWire(request, { name, url, headers, clock })
  return new EndpointPool(networkOf(client.chain, url), [[name, wire]], { clock })
}
