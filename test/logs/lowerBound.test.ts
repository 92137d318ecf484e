import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lowerBound } from '../../src/logs/lowerBound.ts'

test('finds the first item that is not smaller, also among equal ones', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 })),
      fc.integer({ min: -1, max: 10 }),
      (items, value) => {
        const sorted = items.toSorted((a, b) => a - b)
        const first = sorted.findIndex((item) => item >= value)
        const expected = first < 0 ? sorted.length : first
        expect(lowerBound(sorted.length, (index) => sorted[index]! < value)).toBe(expected)
      },
    ),
  )
})

test('reads no index of an empty list', () => {
  const never = () => {
    throw new Error('looked')
  }
  expect(lowerBound(0, never)).toBe(0)
  expect(lowerBound(-1, never)).toBe(0)
})
