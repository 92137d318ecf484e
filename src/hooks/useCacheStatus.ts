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
  /** The state of the storage, with a notice when it keeps nothing; `undefined` when the cache has no storage. */
  readonly storage: LogStorageStatus | undefined
  /** Clears the cache of a network, by chain id, or of all networks. */
  readonly clear: (chainId?: number) => Promise<void>
}

/**
 * Reports whether cached logs outlive the page. In private mode or on a full disk they do not, and `storage.notice`
 * says so. Sends no request.
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

// A server has no storage, which says nothing about the browser's.
const notKnown = () => undefined
