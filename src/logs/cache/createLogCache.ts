import { systemClock, type Clock } from '../../rpc/Clock.ts'
import { IntervalCache } from './IntervalCache.ts'
import type { LogCache } from './LogCache.ts'
import type { LogStorage } from './LogStorage.ts'

export interface LogCacheOptions {
  /** Maximum bytes in memory; the least recently used logs are evicted first. @default 134_217_728 */
  maxBytes?: number | undefined
  /** Where final blocks are kept across page loads, such as `indexedDbStorage()`. @default memory only */
  storage?: LogStorage | undefined
  clock?: Clock | undefined
}

/**
 * Creates an interval cache: it records which blocks have been read for which filter, and answers overlapping ranges
 * and narrower filters from them.
 *
 * @example
 * const cache = createLogCache({ storage: indexedDbStorage() })
 */
export function createLogCache(options: LogCacheOptions = {}): LogCache {
  const { maxBytes = 128 * 1024 * 1024, storage, clock = systemClock } = options
  return new IntervalCache({ maxBytes, storage, clock })
}
