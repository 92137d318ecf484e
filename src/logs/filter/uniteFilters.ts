import { containsPart } from './containsFilter.ts'
import { canonical, partKey } from './Filter.ts'
import type { Filter, FilterPart } from './Filter.ts'

/**
 * The canonical filter for the logs that match any of these. Parts that differ in one place are joined into one, which a
 * node can apply in one call; parts within another are left out.
 */
export function uniteFilters(filters: readonly FilterPart[]): Filter {
  let parts = sorted(filters)
  for (let joined = joinTwo(parts); joined; joined = joinTwo(parts)) parts = sorted(joined)
  const [first] = parts
  if (parts.length === 1) return first!
  return { ...boundOf(parts), anyOf: parts }
}

/** Sorted by key, so that the order in which filters were written has no effect. */
function sorted(parts: readonly FilterPart[]): readonly FilterPart[] {
  const byKey = new Map(parts.map((part) => [partKey(part), part]))
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part)
}

/** The parts with the first two that can be joined joined; `undefined` when no two can. */
function joinTwo(parts: readonly FilterPart[]): readonly FilterPart[] | undefined {
  for (const [at, a] of parts.entries())
    for (const b of parts.slice(at + 1)) {
      const joined = join(a, b)
      if (joined) return [...parts.filter((part) => part !== a && part !== b), joined]
    }
  return undefined
}

/** One part for the logs of two; `undefined` when it would match other logs too. */
function join(a: FilterPart, b: FilterPart): FilterPart | undefined {
  if (containsPart(a, b)) return a
  if (containsPart(b, a)) return b
  if (a.topics.length !== b.topics.length) return undefined
  const places = [a.address, ...a.topics].map((mine, place) => {
    const theirs = place === 0 ? b.address : b.topics[place - 1]
    return String(mine ?? '') === String(theirs ?? '')
  })
  // If they differed by "anything", one would contain the other.
  if (places.filter((isSame) => !isSame).length !== 1) return undefined
  return boundOf([a, b])
}

/** The narrowest part that matches all logs of these. */
function boundOf(parts: readonly FilterPart[]): FilterPart {
  const fewest = Math.min(...parts.map(({ topics }) => topics.length))
  return {
    address: anyOfAll(parts.map(({ address }) => address)) ?? undefined,
    topics: Array.from({ length: fewest }, (_, position) =>
      anyOfAll(parts.map(({ topics }) => topics[position])),
    ),
  }
}

function anyOfAll<hex extends `0x${string}`>(
  lists: readonly (readonly hex[] | null | undefined)[],
): readonly hex[] | null {
  const values = lists.flatMap((list) => list ?? [])
  return lists.every((list) => list) ? canonical(values) : null
}
