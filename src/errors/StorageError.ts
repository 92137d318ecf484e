import type { BaseErrorOptions } from './BaseError.ts'
import { BaseError } from './BaseError.ts'

/** Why logs are kept in memory only: storage is unavailable, or full. */
export type StorageErrorKind = 'unavailable' | 'full'

/** The cache cannot be stored. Logs are read again after a reload or in the next process; nothing else is affected. */
export class StorageError extends BaseError {
  override name = 'StorageError'
  readonly kind: StorageErrorKind

  constructor(kind: StorageErrorKind, shortMessage: string, options: BaseErrorOptions) {
    super(shortMessage, options)
    this.kind = kind
  }
}
