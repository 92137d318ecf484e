import { csvColumns } from '../../logs/export/csvColumns.ts'
import { toCsvRow } from '../../logs/export/toCsvRow.ts'
import { toLogRecord } from '../../logs/export/toLogRecord.ts'
import type { LogRow } from '../../logs/Log.ts'
import { toTextRow } from './toTextRow.ts'

/** Logs as text for the clipboard. */
export function formatLogs(logs: readonly LogRow[], format: 'text' | 'json' | 'csv'): string {
  if (format === 'json') return JSON.stringify(logs.map(toLogRecord), null, 2)
  if (format === 'text') return logs.map(toTextRow).join('\n')
  const header = csvColumns.map(({ name }) => name).join(',')
  return [header, ...logs.map((log) => toCsvRow(log))].join('\r\n')
}
