import { createLogCache } from '../logs/cache/createLogCache.ts'
import { indexedDbStorage } from '../logs/cache/indexedDbStorage.ts'
import type { LogCache } from '../logs/cache/LogCache.ts'

let cache: LogCache | undefined

/** The IndexedDB cache shared by explorers without a config, opened on first read. In memory in a sandboxed frame. */
export function persistentCache(): LogCache {
  cache ??= createLogCache(isSandboxed() ? {} : { storage: indexedDbStorage() })
  return cache
}

/** Whether the page has no origin, and so no storage. Files have none either, but may have storage. */
function isSandboxed(): boolean {
  return globalThis.origin === 'null' && location.protocol !== 'file:'
}
