import type { Pool } from '../../../rpc/Pool.ts'

/** Whether a pool has a usable endpoint besides some. */
export function hasOtherEndpoints(pool: Pool, names: readonly string[]): boolean {
  const endpoints = pool.getStatus()
  // Sockets are used only if there is no HTTP endpoint.
  const type = endpoints.some((one) => one.type === 'http') ? 'http' : 'webSocket'
  return endpoints.some(
    (one) => one.type === type && one.state !== 'wrong-network' && !names.includes(one.name),
  )
}
