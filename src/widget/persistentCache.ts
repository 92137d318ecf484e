import { createLogCache } from '../logs/cache/createLogCache.ts'
import { indexedDbStorage } from '../logs/cache/indexedDbStorage.ts'
import type { LogCache } from '../logs/cache/LogCache.ts'

let cache: LogCache | undefined

/** What explorers that bring their own networks share: final blocks that outlive the page. Opened at the first read. */
export function persistentCache(): LogCache {
  cache ??= createLogCache({ storage: indexedDbStorage() })
  return cache
}
