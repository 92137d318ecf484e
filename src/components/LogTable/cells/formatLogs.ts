import { exportColumns } from '../../../logs/export/exportColumns.ts'
import { toCsvRow } from '../../../logs/export/toCsvRow.ts'
import { toLogRecord } from '../../../logs/export/toLogRecord.ts'
import type { ExportColumn } from '../../../logs/export/ExportColumn.ts'
import type { LogRow } from '../../../logs/Log.ts'
import { toVisibleJson } from '../../values/toVisibleJson.ts'
import { visibleText } from '../../values/visibleText.ts'
import { toTextRow } from './toTextRow.ts'

/** Logs as text for the clipboard. */
export function formatLogs(logs: readonly LogRow[], format: 'text' | 'json' | 'csv'): string {
  if (format === 'json') return toVisibleJson(logs.map((log) => toLogRecord(log)))
  if (format === 'text') return logs.map(toTextRow).join('\n')
  const columns = exportColumns(logs.some(({ decoded }) => decoded) ? 'decoded' : 'raw').map(visible)
  const header = columns.map(({ name }) => name).join(',')
  return [header, ...logs.map((log) => toCsvRow(log, columns))].join('\r\n')
}

/** Escapes line breaks: spreadsheets start a new cell at each pasted line, even within quotes. */
function visible(column: ExportColumn): ExportColumn {
  return {
    ...column,
    read: (log) => {
      const value = column.read(log)
      return typeof value === 'string' ? visibleText(value) : value
    },
  }
}
