import { createLogCache } from '../logs/cache/createLogCache.ts'
import { indexedDbStorage } from '../logs/cache/indexedDbStorage.ts'
import type { LogCache } from '../logs/cache/LogCache.ts'

let cache: LogCache | undefined

/** The IndexedDB cache shared by explorers without a config, opened on first read. */
export function persistentCache(): LogCache {
  cache ??= createLogCache({ storage: indexedDbStorage() })
  return cache
}
