import type { ExportColumn } from '../../../logs/export/ExportColumn.ts'
import { exportColumns } from '../../../logs/export/exportColumns.ts'
import { defuse, toCsvCell, toCsvRow } from '../../../logs/export/toCsvRow.ts'
import { toLogRecord } from '../../../logs/export/toLogRecord.ts'
import { toPlainValue } from '../../../logs/list/formatArg.ts'
import type { LogRow } from '../../../logs/Log.ts'
import { formatTime } from '../../values/formatTime.ts'
import { toVisibleJson } from '../../values/toVisibleJson.ts'
import { visibleText } from '../../values/visibleText.ts'
import type { OwnColumn } from '../columns/ColumnSet.ts'

/** Logs as text for the clipboard, with the columns of `own` that have text. */
export function formatLogs(
  logs: readonly LogRow[],
  format: 'text' | 'json' | 'csv',
  own: readonly OwnColumn[],
): string {
  const texts = own.filter(({ text }) => text)
  const textOf = (column: OwnColumn, log: LogRow) => column.text?.(log) ?? ''
  if (format === 'json')
    return toVisibleJson(
      logs.map((log) => ({
        ...toLogRecord(log),
        ...(texts.length > 0 && {
          columns: Object.fromEntries(texts.map((column) => [column.id, textOf(column, log)])),
        }),
      })),
    )
  if (format === 'text')
    return logs
      .map((log) => [
        toTextRow(log),
        ...texts.map((column) => defuse(visibleText(`${column.header} ${textOf(column, log)}`))),
      ])
      .map((parts) => parts.join('\t'))
      .join('\n')
  const columns = [
    ...exportColumns(logs.some(({ decoded }) => decoded) ? 'decoded' : 'raw'),
    ...texts.map((column): ExportColumn => ({
      name: column.header,
      type: 'text',
      read: (log) => textOf(column, log),
    })),
  ].map(visible)
  const header = columns.map(({ name }) => toCsvCell(visibleText(name))).join(',')
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

/** A log on one line of text: nothing shortened, invisible characters escaped. */
function toTextRow(log: LogRow): string {
  const { decoded, blockTimestamp } = log
  const event = decoded
    ? `${decoded.name}(${decoded.args.map(({ name, value }) => `${name && `${name}: `}${text(toPlainValue(value))}`).join(', ')})`
    : `topics ${log.topics.join(' ') || '–'} data ${log.data}`
  // Each part becomes a cell when pasted into a spreadsheet.
  return [
    `block ${log.blockNumber}`,
    ...(blockTimestamp === undefined ? [] : [`${formatTime(blockTimestamp)} UTC`]),
    log.address,
    visibleText(event),
    `tx ${log.transactionHash}`,
    `#${log.logIndex}`,
    ...(log.removed ? ['removed'] : []),
  ]
    .map(defuse)
    .join('\t')
}

function text(value: ReturnType<typeof toPlainValue>): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
