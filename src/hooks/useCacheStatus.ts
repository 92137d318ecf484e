'use client'
import { useSyncExternalStore } from 'react'
import type { LogStorageStatus } from '../logs/cache/LogStorage.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import { useLogsConfig } from './useLogsConfig.ts'

export interface UseCacheStatusParameters {
  /** @default the provider's */
  config?: LogsConfig | undefined
}

export interface UseCacheStatusReturnType {
  /** The state of the storage, and why it keeps nothing; `undefined` when logs are kept in memory only. */
  readonly storage: LogStorageStatus | undefined
  /** Clears the cache of a network, by chain id, or of all networks. */
  readonly clear: (chainId?: number) => Promise<void>
}

/**
 * Whether cached logs outlive the page. In private mode or on a full disk they do not, and `storage.notice` says so. It sends
 * nothing.
 *
 * @example
 * const { storage } = useCacheStatus()
 * storage?.notice?.shortMessage // 'Logs are kept in memory only: the browser has no storage for this page.'
 */
export function useCacheStatus(parameters: UseCacheStatusParameters = {}): UseCacheStatusReturnType {
  const { cache } = useLogsConfig(parameters.config)
  const storage = useSyncExternalStore(cache.subscribe, cache.getStorageStatus, notKnown)
  return { storage, clear: cache.clear }
}

// A server has none, which says nothing of the page's.
const notKnown = () => undefined
