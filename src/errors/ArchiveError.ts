import { BaseError } from './BaseError.ts'

/** An archive cannot be used, in whole or in part. Its blocks are read from the nodes instead. */
export class ArchiveError extends BaseError {
  override name = 'ArchiveError'
  /** The archive's host or folder. */
  readonly archive: string

  constructor(archive: string, problem: string, options: { cause?: unknown; advice?: string } = {}) {
    super(`The archive at ${archive} ${problem}.`, {
      advice: options.advice ?? 'Check it with `verifyArchive` of topic0/node.',
      cause: options.cause,
    })
    this.archive = archive
  }
}
