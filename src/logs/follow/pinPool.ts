import type { Pool } from '../../rpc/Pool.ts'

/** The same pool with one endpoint only: what is read of it is of one chain. */
export function pinPool(pool: Pool, endpoint: string): Pool {
  return {
    ...pool,
    request: (call, options) =>
      pool.request(call, { ...options, avoid: undefined, endpoint, preferBatch: true }),
    getStatus: () => pool.getStatus().filter(({ name }) => name === endpoint),
  }
}
