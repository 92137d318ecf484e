import type { Address, Hex } from 'viem'
import { parseJson } from '../../base/unknownJson.ts'
import { partKey, type Filter, type FilterPart } from './Filter.ts'
import { uniteFilters } from './uniteFilters.ts'

/** A canonical filter as one line of text: equal for equal filters. `parseFilterKey` parses it. */
export function filterKey(filter: Filter): string {
  return filter.anyOf ? `{"anyOf":[${filter.anyOf.map(partKey).join()}]}` : partKey(filter)
}

const address = /^0x[0-9a-f]{40}$/
const topic = /^0x[0-9a-f]{64}$/

/** Parses a key from `filterKey`; `undefined` if it is not one. */
export function parseFilterKey(key: unknown): Filter | undefined {
  if (typeof key !== 'string') return undefined
  const parsed = parseJson(key)
  const pairs: unknown = Array.isArray(parsed) ? [parsed] : (parsed as { anyOf?: unknown } | null)?.anyOf
  if (!Array.isArray(pairs) || pairs.length === 0) return undefined
  const parts = pairs.map(parsePair)
  if (!parts.every((part) => part !== undefined)) return undefined
  const filter = uniteFilters(parts)
  return filterKey(filter) === key ? filter : undefined
}

function parsePair(pair: unknown): FilterPart | undefined {
  if (!Array.isArray(pair)) return undefined
  const [addresses, topics] = pair as unknown[]
  if (addresses !== null && !isCanonicalList(addresses, address)) return undefined
  if (!Array.isArray(topics) || !topics.every((anyOf) => anyOf === null || isCanonicalList(anyOf, topic)))
    return undefined
  return {
    address: (addresses as readonly Address[] | null) ?? undefined,
    topics: topics as (readonly Hex[] | null)[],
  }
}

function isCanonicalList(list: unknown, shape: RegExp): boolean {
  return (
    Array.isArray(list) &&
    list.length > 0 &&
    list.every(
      (value, index) =>
        typeof value === 'string' &&
        shape.test(value) &&
        (index === 0 || (list[index - 1] as string) < value),
    )
  )
}
