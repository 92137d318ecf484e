import { containsPart } from './containsFilter.ts'
import { canonical, partKey, partsOf, type Filter, type FilterPart } from './Filter.ts'

/** The address and the four topics of a filter. */
const places = [0, 1, 2, 3, 4]

/**
 * The canonical filter for the logs that match any of these. Parts that differ in one place are joined into one, which a
 * node can apply in one call; parts within another are left out.
 */
export function uniteFilters(filters: readonly FilterPart[]): Filter {
  let parts = withoutContained(filters)
  for (let before = Infinity; parts.length < before;) {
    before = parts.length
    for (const place of places) parts = joinAt(parts, place)
    parts = withoutContained(parts)
  }
  const [first] = parts
  if (parts.length === 1) return first!
  return { ...boundOf(parts), anyOf: parts }
}

/**
 * A filter that matches at least the logs of these and takes at most two calls: one for given contracts, one for any
 * contract. Exact if possible.
 */
export function coverFilters(filters: readonly FilterPart[]): Filter {
  const exact = uniteFilters(filters)
  if (partsOf(exact).length <= 2) return exact
  const groups = [filters.filter(({ address }) => address), filters.filter(({ address }) => !address)]
  return uniteFilters(groups.filter((group) => group.length > 0).map(boundOf))
}

/** Sorted by key, so that the order in which filters were written has no effect. */
function withoutContained(filters: readonly FilterPart[]): readonly FilterPart[] {
  const byKey = new Map(filters.map((part) => [partKey(part), part]))
  const parts = [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part)
  return parts.filter((part) => !parts.some((other) => other !== part && containsPart(other, part)))
}

/** Joins parts that differ in the values at one position only. */
function joinAt(parts: readonly FilterPart[], place: number): readonly FilterPart[] {
  const alike = new Map<string, FilterPart[]>()
  for (const part of parts) {
    const key = hasValues(part, place) ? `${place} ${partKey(without(part, place))}` : partKey(part)
    alike.set(key, [...(alike.get(key) ?? []), part])
  }
  return [...alike.values()].map((group) => (group.length === 1 ? group[0]! : boundOf(group)))
}

function hasValues({ address, topics }: FilterPart, place: number): boolean {
  return (place === 0 ? address : topics[place - 1]) != null
}

function without({ address, topics }: FilterPart, place: number): FilterPart {
  return place === 0 ? { address: undefined, topics } : { address, topics: topics.with(place - 1, null) }
}

/** The narrowest part that matches all logs of these. */
function boundOf(parts: readonly FilterPart[]): FilterPart {
  const minTopics = Math.min(...parts.map(({ topics }) => topics.length))
  return {
    address: anyOfAll(parts.map(({ address }) => address)) ?? undefined,
    topics: Array.from({ length: minTopics }, (_, position) =>
      anyOfAll(parts.map(({ topics }) => topics[position])),
    ),
  }
}

function anyOfAll<hex extends `0x${string}`>(
  lists: readonly (readonly hex[] | null | undefined)[],
): readonly hex[] | null {
  return lists.every((list) => list) ? canonical(lists.flatMap((list) => list ?? [])) : null
}
