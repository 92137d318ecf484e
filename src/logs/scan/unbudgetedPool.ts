import { perPool } from '../../rpc/perPool.ts'
import type { Pool } from '../../rpc/Pool.ts'

/** A view of a pool whose requests may exceed the day's budget. */
export const unbudgetedPool: (pool: Pool) => Pool = /* @__PURE__ */ perPool((pool) => ({
  ...pool,
  request: (call, options) => pool.request(call, { ...options, ignoreBudget: true }),
}))
