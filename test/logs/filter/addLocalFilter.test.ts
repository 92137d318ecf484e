import { expect, test } from 'vitest'
import { addLocalFilter } from '../../../src/logs/filter/addLocalFilter.ts'
import type { LocalFilter } from '../../../src/logs/filter/LocalFilter.ts'

const only: LocalFilter = { field: 'address', mode: 'only', values: ['0x01'], label: 'Token' }

test('a filter is added once, whatever its label and the order of its fields', () => {
  const filters = addLocalFilter([], only)
  expect(filters).toEqual([only])
  const again: LocalFilter = { values: ['0x01'], mode: 'only', field: 'address' }
  expect(addLocalFilter(filters, again)).toBe(filters)
})

test.each<LocalFilter>([
  { ...only, mode: 'not' },
  { ...only, values: ['0x02'] },
  { ...only, field: 'transaction' },
])('others are added after it', (other) => {
  expect(addLocalFilter([only], other)).toEqual([only, other])
})
