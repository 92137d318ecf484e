import type { LocalFilter } from './LocalFilter.ts'

/** The filters with `added`, unless they have it already: labels do not count. */
export function addLocalFilter(filters: readonly LocalFilter[], added: LocalFilter): readonly LocalFilter[] {
  const key = keyOf(added)
  return filters.some((filter) => keyOf(filter) === key) ? filters : [...filters, added]
}

function keyOf(filter: LocalFilter): string {
  const { label: _, ...rest } = filter
  return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)))
}
