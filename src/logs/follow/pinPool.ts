import type { Pool } from '../../rpc/Pool.ts'

/** A view of a pool with a single endpoint, so that all answers are of the same chain. */
export function pinPool(pool: Pool, endpoint: string): Pool {
  return {
    ...pool,
    request: (call, options) =>
      pool.request(call, { ...options, avoid: undefined, endpoint, preferBatch: true }),
    getStatus: () => pool.getStatus().filter(({ name }) => name === endpoint),
  }
}
