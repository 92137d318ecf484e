import type { LogRow } from '../Log.ts'

/** The value of a cell. Integers are never floating point, because they can be large. */
export type CellValue = string | bigint | boolean | undefined

/** A column of exported logs, in CSV and Parquet. */
export interface ExportColumn {
  readonly name: string
  /**
   * `integer` fits into 64 bits, unless a node sends an invalid one; `time` is seconds since the epoch; `decimal` repeats
   * the numbers of a text column that have up to 38 digits, so that databases can sum them.
   */
  readonly type: 'text' | 'integer' | 'boolean' | 'time' | 'decimal'
  readonly read: (log: LogRow) => CellValue
}
