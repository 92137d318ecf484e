import type { Filter } from '../filter/Filter.ts'
import type { StoredKey } from './LogStorage.ts'
import { parseFilterKey } from '../filter/parseFilterKey.ts'

/** The keys that are ours, read; others are left out. */
export function parseRecordKeys(keys: readonly unknown[]): readonly StoredKey[] {
  // Records of one filter come together and are many.
  const filters = new Map<unknown, Filter | undefined>()
  return keys.flatMap((key) => {
    if (!Array.isArray(key) || key.length !== 4) return []
    const [networkId, text, from, to] = key as unknown[]
    if (!isBlock(networkId) || !isBlock(from) || !isBlock(to) || from > to) return []
    if (!filters.has(text)) filters.set(text, parseFilterKey(text))
    const filter = filters.get(text)
    return filter ? [{ networkId, filter, range: { from: BigInt(from), to: BigInt(to) } }] : []
  })
}

function isBlock(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
