import type { LogRow } from '../Log.ts'
import { csvColumns } from './csvColumns.ts'
import type { CsvColumn } from './csvColumns.ts'
import { toCsvCell } from './toCsvCell.ts'

/** One log as a line of CSV, without the line's end. */
export function toCsvRow(log: LogRow, columns: readonly CsvColumn[] = csvColumns): string {
  return columns.map(({ read }) => toCsvCell(read(log))).join(',')
}
