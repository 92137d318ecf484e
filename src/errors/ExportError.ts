import { BaseError } from './BaseError.ts'

/** A value does not fit the file format of an export. */
export class ExportError extends BaseError {
  override name = 'ExportError'
  /** The column of the value. */
  readonly column: string

  constructor(format: string, column: string, value: string) {
    super(`${format} cannot hold the value ${value} in the column ${column}.`, {
      advice: 'Export as CSV or JSON, where numbers can have any size.',
    })
    this.column = column
  }
}
