import type { Client } from 'viem'
import type { BudgetStatus } from '../Budget.ts'
import type { EndpointStatus } from '../Pool.ts'
import { nameEndpoints } from './nameEndpoints.ts'
import { networkOf, readTransport } from './readTransport.ts'

/** The status of a client's endpoints before any request: what a server renders, and the page until its pool is loaded. */
export function initialStatus(client: Client): {
  readonly endpoints: readonly EndpointStatus[]
  readonly budget: BudgetStatus
} {
  const { pool, name, url, network = pool?.network } = readTransport(client)
  const { chain } = client
  const quota = (network ?? (chain && networkOf(chain, url)))?.dailyQuota
  return {
    endpoints: network
      ? nameEndpoints(network).map((host, at) => ({
          name: host,
          type: at < network.http.length ? 'http' : 'webSocket',
          ...unused,
        }))
      : [{ name, type: 'http', ...unused }],
    budget: {
      // Computed when read: a page that is rendered in advance must not depend on the time.
      get day() {
        return new Date().toISOString().slice(0, 10)
      },
      used: 0,
      quota,
      remaining: quota,
      get resetsAt() {
        return Date.parse(this.day) + 86_400_000
      },
      ignored: false,
    },
  }
}

const unused = {
  state: 'idle',
  head: undefined,
  latency: undefined,
  limits: {},
  resumesAt: undefined,
  error: undefined,
} as const
