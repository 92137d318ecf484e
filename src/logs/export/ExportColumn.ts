import type { LogRow } from '../Log.ts'

/** What a cell may hold. Whole numbers are never floating point: they can be large. */
export type CellValue = string | bigint | boolean | undefined

/** A column of a table of logs, in CSV and in Parquet alike. */
export interface ExportColumn {
  readonly name: string
  /**
   * `integer` fits 64 bits, unless a node lies; `time` is seconds since the epoch; `decimal` has what a database can add up of a
   * column of large numbers, which is text: those of up to 38 digits.
   */
  readonly type: 'text' | 'integer' | 'boolean' | 'time' | 'decimal'
  readonly read: (log: LogRow) => CellValue
}
