import type { StorageError } from '../../errors/StorageError.ts'
import { systemClock, type Clock } from '../../rpc/Clock.ts'
import { BrowserStorage } from './BrowserStorage.ts'
import type { LogStorage } from './LogStorage.ts'

export interface IndexedDbStorageOptions {
  /** Name of the database. @default 'topic0' */
  name?: string | undefined
  /** Maximum bytes on disk; the least recently used records are deleted first. @default 268_435_456 */
  maxBytes?: number | undefined
  /** Called if logs cannot be stored, with the reason. Reading continues without storage. */
  onNotice?: ((notice: StorageError) => void) | undefined
  /** @default the page's `indexedDB`, looked up at the first use */
  factory?: IDBFactory | undefined
  clock?: Clock | undefined
}

/**
 * Stores final ranges in IndexedDB, one packed record each. Opens at the first use, so it can be created on a server. If
 * IndexedDB is missing, blocked, full or broken, logs are kept in memory only, and `onNotice` reports it.
 *
 * @example
 * const cache = createLogCache({ storage: indexedDbStorage() })
 */
export function indexedDbStorage(options: IndexedDbStorageOptions = {}): LogStorage {
  const { name = 'topic0', maxBytes = 256 * 1024 * 1024, onNotice, factory, clock = systemClock } = options
  return new BrowserStorage({ name, maxBytes, onNotice, factory, clock })
}
