import { exportColumns } from '../../logs/export/exportColumns.ts'
import { toCsvRow } from '../../logs/export/toCsvRow.ts'
import { toLogRecord } from '../../logs/export/toLogRecord.ts'
import type { LogRow } from '../../logs/Log.ts'
import { toTextRow } from './toTextRow.ts'

/** Logs as text for the clipboard. */
export function formatLogs(logs: readonly LogRow[], format: 'text' | 'json' | 'csv'): string {
  if (format === 'json')
    return JSON.stringify(
      logs.map((log) => toLogRecord(log)),
      null,
      2,
    )
  if (format === 'text') return logs.map(toTextRow).join('\n')
  const columns = exportColumns('decoded')
  const header = columns.map(({ name }) => name).join(',')
  return [header, ...logs.map((log) => toCsvRow(log, columns))].join('\r\n')
}
