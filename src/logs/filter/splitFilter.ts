import type { FilterPart } from './Filter.ts'

/**
 * Splits a filter into two that together match the same logs: by contract first, then by the first topic with
 * alternatives; `undefined` if it cannot be split. For a block too large for one answer.
 */
export function splitFilter(filter: FilterPart): readonly [FilterPart, FilterPart] | undefined {
  const { address, topics } = filter
  if (address && address.length > 1) {
    const [a, b] = halves(address)
    return [
      { address: a, topics },
      { address: b, topics },
    ]
  }
  const position = topics.findIndex((anyOf) => anyOf !== null && anyOf.length > 1)
  const anyOf = topics[position]
  if (!anyOf) return undefined
  const [a, b] = halves(anyOf)
  return [
    { address, topics: topics.with(position, a) },
    { address, topics: topics.with(position, b) },
  ]
}

function halves<item>(list: readonly item[]): [item[], item[]] {
  const middle = list.length >> 1
  return [list.slice(0, middle), list.slice(middle)]
}
