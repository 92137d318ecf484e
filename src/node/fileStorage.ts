import type { StorageError } from '../errors/StorageError.ts'
import type { LogStorage } from '../logs/cache/LogStorage.ts'
import { FolderDatabase } from './FolderDatabase.ts'
import { FolderStorage } from './FolderStorage.ts'

export interface FileStorageOptions {
  /** Maximum bytes on disk; the least recently used records are deleted first. @default 4_294_967_296 */
  maxBytes?: number | undefined
  /** Called if logs cannot be stored, with the reason. Reading continues without storage. */
  onNotice?: ((notice: StorageError) => void) | undefined
}

const gigabyte = 2 ** 30

/**
 * Stores final blocks in a folder (`lmdb`), so that scripts and servers read them once. Stored blocks survive a crash
 * or a kill, and several processes may share the folder.
 *
 * @throws {@link StorageError} if `lmdb` is not installed, the disk is full, or the folder cannot be used.
 *
 * @example
 * const cache = createLogCache({ storage: fileStorage('logs-cache') })
 */
export function fileStorage(folder: string, options: FileStorageOptions = {}): LogStorage {
  const { maxBytes = 4 * gigabyte, onNotice } = options
  return new FolderStorage(new FolderDatabase(folder, { maxBytes, onNotice }))
}
