import type { LogRow } from '../Log.ts'
import type { ExportColumn } from './ExportColumn.ts'
import type { ExportProvenance } from './ExportProvenance.ts'
import { isFormula, toCsvCell, toCsvRow } from './toCsvRow.ts'
import { toLogRecord } from './toLogRecord.ts'

/** How logs become a text file: what comes first, each log, and what comes last. */
export interface TextFormat {
  readonly head: string
  readonly row: (log: LogRow) => string
  /** Between two rows. */
  readonly separator: string
  readonly foot: string
}

interface CreateTextFormatOptions {
  format: 'csv' | 'json' | 'ndjson'
  content: 'decoded' | 'raw'
  columns: readonly ExportColumn[]
  provenance: ExportProvenance | undefined
}

/** CSV, JSON or NDJSON, beginning with where the logs come from when that is given. */
export function createTextFormat(options: CreateTextFormatOptions): TextFormat {
  const { format, content, columns, provenance } = options
  const record = (log: LogRow) => JSON.stringify(toLogRecord(log, content))
  if (format === 'csv')
    return {
      head: `${provenance ? toComment(provenance) : ''}${columns.map(({ name }) => toCsvCell(name)).join(',')}\r\n`,
      row: (log) => toCsvRow(log, columns),
      separator: '\r\n',
      foot: '\r\n',
    }
  if (format === 'ndjson')
    return {
      head: provenance ? `${JSON.stringify({ provenance })}\n` : '',
      row: record,
      separator: '\n',
      foot: '\n',
    }
  return {
    head: provenance ? `{"provenance":${JSON.stringify(provenance)},"logs":[\n` : '[\n',
    row: record,
    separator: ',\n',
    foot: provenance ? '\n]}\n' : '\n]\n',
  }
}

/** Lines that readers of CSV skip when told to, so they are not quoted; no separator in them opens a cell that runs. */
function toComment(provenance: ExportProvenance): string {
  return Object.entries(provenance)
    .map(([key, value]) => `# ${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .map(
      (line) =>
        `${line
          .replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
          .split(/([,;])/)
          .map(withoutCell)
          .join('')}\r\n`,
    )
    .join('')
}

/** Separators are at odd positions. */
function withoutCell(part: string, at: number, parts: readonly string[]): string {
  return at % 2 === 1 && isFormula(parts[at + 1]!) ? ' ' : part
}
