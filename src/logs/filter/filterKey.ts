import type { Address, Hex } from 'viem'
import type { Filter } from './Filter.ts'

/** A canonical filter as one line of text: equal for equal filters. `parseFilterKey` parses it. */
export function filterKey({ address, topics }: Filter): string {
  return JSON.stringify([address ?? null, topics])
}

const address = /^0x[0-9a-f]{40}$/
const topic = /^0x[0-9a-f]{64}$/

/** Parses a key from `filterKey`; `undefined` if it is not one. */
export function parseFilterKey(key: unknown): Filter | undefined {
  if (typeof key !== 'string') return undefined
  let parsed: unknown
  try {
    parsed = JSON.parse(key)
  } catch {
    return undefined
  }
  if (!Array.isArray(parsed)) return undefined
  const [addresses, topics] = parsed as unknown[]
  if (addresses !== null && !isCanonicalList(addresses, address)) return undefined
  if (!Array.isArray(topics) || !topics.every((anyOf) => anyOf === null || isCanonicalList(anyOf, topic)))
    return undefined
  const filter: Filter = {
    address: (addresses as readonly Address[] | null) ?? undefined,
    topics: topics as (readonly Hex[] | null)[],
  }
  return filterKey(filter) === key ? filter : undefined
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
