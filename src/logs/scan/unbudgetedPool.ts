import type { Pool } from '../../rpc/Pool.ts'

/** A view of a pool whose requests may exceed the day's budget. */
export function unbudgetedPool(pool: Pool): Pool {
  return { ...pool, request: (call, options) => pool.request(call, { ...options, ignoreBudget: true }) }
}
