import type { Chain, Client } from 'viem'
import type { BudgetStorage } from '../Budget.ts'
import { isNetwork, type Network } from '../networks/Network.ts'
import type { Pool } from '../Pool.ts'

/** What a client's transport reveals about its endpoints. */
export interface TransportParts {
  /** The pool of a `nodePool` transport. */
  readonly pool: Pool | undefined
  /** The network to create a pool for, if `createLogsConfig` created the client. */
  readonly network: Network | undefined
  /** Where the calls to that network are counted. @default in this browser */
  readonly calls: BudgetStorage | undefined
  /** Name, URL and headers of the endpoint of any other client. The name is the URL's host, if there is one. */
  readonly name: string
  readonly url: string | undefined
  readonly headers: HeadersInit | undefined
}

/** Reads the endpoints of a client from its transport. */
export function readTransport(client: Client): TransportParts {
  const { pool, network, calls, url, fetchOptions }: Readonly<Record<string, unknown>> = client.transport
  return {
    pool: isPool(pool) ? pool : undefined,
    network: isNetwork(network) ? network : undefined,
    calls: calls as BudgetStorage | undefined,
    name: typeof url === 'string' && URL.canParse(url) ? new URL(url).host : client.transport.key,
    url: typeof url === 'string' ? url : undefined,
    headers: ((fetchOptions ?? {}) as RequestInit).headers,
  }
}

/** The network of a client that brings its own transport. A quota holds for the network's own endpoints, not for others. */
export function networkOf(chain: Chain, url: string | undefined): Network {
  if (!isNetwork(chain))
    return { ...chain, http: [], webSocket: undefined, finality: 64, dailyQuota: undefined }
  return url === undefined || chain.http.includes(url) ? chain : { ...chain, dailyQuota: undefined }
}

function isPool(value: unknown): value is Pool {
  return typeof value === 'object' && value !== null && 'request' in value && 'getStatus' in value
}
