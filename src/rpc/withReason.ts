import type { RequestReason } from '../base/RequestEvent.ts'
import type { Pool } from './Pool.ts'

/** A view of a pool whose requests have this reason by default. */
export function withReason(pool: Pool, reason: RequestReason): Pool {
  return { ...pool, request: (call, options) => pool.request(call, { reason, ...options }) }
}
