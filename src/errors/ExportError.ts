import { BaseError } from './BaseError.ts'

/** A value that does not fit into the file it is written to. */
export class ExportError extends BaseError {
  override name = 'ExportError'
  /** The column it belongs to. */
  readonly column: string

  constructor(format: string, column: string, value: string) {
    super(`${format} cannot hold the value ${value} in the column ${column}.`, {
      advice: 'Export as CSV or JSON: their numbers may have any size.',
    })
    this.column = column
  }
}
