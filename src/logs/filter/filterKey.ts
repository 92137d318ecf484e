import type { Filter } from './Filter.ts'

/** A canonical filter as one line of text: equal for equal filters, and turned back by `parseFilterKey`. */
export function filterKey({ address, topics }: Filter): string {
  return JSON.stringify([address ?? null, topics])
}
