import type { LogRow } from '../Log.ts'
import type { ExportColumn } from './ExportColumn.ts'
import { toCellText } from './toCellText.ts'
import { toCsvCell } from './toCsvCell.ts'

/** One log as a line of CSV, without the line's end. */
export function toCsvRow(log: LogRow, columns: readonly ExportColumn[]): string {
  return columns.map(({ read, type }) => toCsvCell(toCellText(read(log), type))).join(',')
}
