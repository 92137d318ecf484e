import { BaseError, type BaseErrorOptions } from './BaseError.ts'

/**
 * - `unavailable`, `full`: logs cannot be stored, so they are read again after a reload or in the next process
 * - `download`: a download cannot be stored as a file
 */
export type StorageErrorKind = 'unavailable' | 'full' | 'download'

/** The cache or a download cannot be stored. Nothing else is affected. */
export class StorageError extends BaseError {
  override name = 'StorageError'
  readonly kind: StorageErrorKind

  constructor(kind: StorageErrorKind, shortMessage: string, options: BaseErrorOptions) {
    super(shortMessage, options)
    this.kind = kind
  }
}
