import type { LocalFilter } from './LocalFilter.ts'

/** The filters with one more, unless it is among them: under any label. */
export function addLocalFilter(filters: readonly LocalFilter[], added: LocalFilter): readonly LocalFilter[] {
  const key = keyOf(added)
  return filters.some((filter) => keyOf(filter) === key) ? filters : [...filters, added]
}

function keyOf(filter: LocalFilter): string {
  const { label: _, ...rest } = filter
  return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)))
}
