import { BaseError, type BaseErrorOptions } from './BaseError.ts'

/**
 * What cannot be stored. `unavailable` and `full`: the cache, so that logs are read again after a reload or in the next process.
 * `download`: a file that was to be downloaded.
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
