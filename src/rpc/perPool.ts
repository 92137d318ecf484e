import type { Pool } from './Pool.ts'
import { originalPool } from './poolViews.ts'

/**
 * Creates one value per pool, when it is first needed. Views of a pool (one that ignores the budget, one with a single
 * endpoint) are distinct objects that share its budget, and so its value. `create` gets the original pool: the value outlives
 * the scan that needed it first, which may have ignored the budget.
 */
export function perPool<value, args extends readonly unknown[]>(
  create: (pool: Pool, ...args: args) => value,
): (pool: Pool, ...args: args) => value {
  const values = new WeakMap<Pool['budget'], { readonly value: value }>()
  return (pool, ...args) => {
    let known = values.get(pool.budget)
    if (!known) values.set(pool.budget, (known = { value: create(originalPool(pool), ...args) }))
    return known.value
  }
}
