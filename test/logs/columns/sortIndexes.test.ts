import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortIndexes } from '../../../src/logs/columns/sortIndexes.ts'

const number = fc.oneof(fc.nat({ max: 4 }), fc.nat(), fc.maxSafeNat())

test('rows are sorted by one column after the other, and equal rows keep their order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number), { maxLength: 200 }), (rows) => {
      const columns = [0, 1].map((column) => Float64Array.from(rows, (row) => row[column]!))
      const steps = sortIndexes(columns)
      const { done, value } = steps.next()
      // So few rows take a single step.
      expect(done).toBe(true)
      const expected = [...rows.keys()].sort(
        (a, b) => rows[a]![0] - rows[b]![0] || rows[a]![1] - rows[b]![1] || a - b,
      )
      expect([...value!]).toEqual(expected)
    }),
  )
})
