import type { Pool } from './Pool.ts'

/**
 * Makes one value per pool, created when it is first asked for. Views of a pool (without a budget, with one endpoint only)
 * are objects of their own that share its budget, and so its value.
 */
export function perPool<value>(create: (pool: Pool) => value): (pool: Pool) => value {
  const values = new WeakMap<Pool['budget'], { readonly value: value }>()
  return (pool) => {
    const known = values.get(pool.budget)
    if (known) return known.value
    const value = create(pool)
    values.set(pool.budget, { value })
    return value
  }
}
