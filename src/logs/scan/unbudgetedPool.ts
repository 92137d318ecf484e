import type { Pool } from '../../rpc/Pool.ts'

const views = new WeakMap<Pool, Pool>()

/** A view of a pool whose requests may exceed the day's budget. */
export function unbudgetedPool(pool: Pool): Pool {
  let view = views.get(pool)
  if (!view) {
    view = { ...pool, request: (call, options) => pool.request(call, { ...options, ignoreBudget: true }) }
    views.set(pool, view)
    views.set(view, view)
  }
  return view
}
