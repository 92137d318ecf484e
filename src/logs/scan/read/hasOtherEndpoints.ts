import type { Pool } from '../../../rpc/Pool.ts'

/** Whether a pool has an endpoint to ask besides those named. */
export function hasOtherEndpoints(pool: Pool, asked: readonly string[]): boolean {
  const endpoints = pool.getStatus()
  // A socket answers only where there is nothing else.
  const type = endpoints.some((one) => one.type === 'http') ? 'http' : 'webSocket'
  return endpoints.some(
    (one) => one.type === type && one.state !== 'wrong-network' && !asked.includes(one.name),
  )
}
