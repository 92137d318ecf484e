import { expect, test } from 'vitest'
import { xone } from '../../src/rpc/networks/xone.ts'
import { perPool } from '../../src/rpc/perPool.ts'
import { createPool } from '../../src/rpc/pool/createPool.ts'
import { unbudgetedPool, withReason } from '../../src/rpc/poolViews.ts'

test('what a view of a pool needs first outlives it, and is within the budget again', () => {
  const pool = createPool(xone, { storage: null, channel: null })
  const poolOf = perPool((first) => first)
  expect(poolOf(unbudgetedPool(withReason(pool, 'scan')))).toBe(pool)
  expect(poolOf(withReason(pool, 'estimate'))).toBe(pool)
  pool.close()
})
