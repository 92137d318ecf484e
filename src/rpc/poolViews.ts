import type { RequestReason } from '../base/RequestEvent.ts'
import type { Pool, PoolRequestOptions } from './Pool.ts'

const originals = new WeakMap<Pool, Pool>()

/** A view of a pool whose requests have this reason by default. */
export function withReason(pool: Pool, reason: RequestReason): Pool {
  return viewOf(pool, (options) => ({ reason, ...options }))
}

/** A view of a pool whose requests may exceed the day's budget. */
export function unbudgetedPool(pool: Pool): Pool {
  return viewOf(pool, (options) => ({ ...options, ignoreBudget: true }))
}

/** The pool that a view was made of; any other pool itself. */
export function originalPool(pool: Pool): Pool {
  return originals.get(pool) ?? pool
}

function viewOf(pool: Pool, change: (options?: PoolRequestOptions) => PoolRequestOptions): Pool {
  const view: Pool = { ...pool, request: (call, options) => pool.request(call, change(options)) }
  originals.set(view, originalPool(pool))
  return view
}
