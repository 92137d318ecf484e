import type { LogRow } from '../Log.ts'
import { amountReader, type UnitMap } from './amountColumns.ts'
import type { ExportColumn } from './ExportColumn.ts'
import type { ExportProvenance } from './ExportProvenance.ts'
import { isFormula, toCsvCell, toCsvRow } from './toCsvRow.ts'
import { toFlatRecord, toLogRecord } from './toLogRecord.ts'

/** The text of a file: before its logs, of each log, and after them. */
export interface TextFormat {
  readonly head: string
  readonly row: (log: LogRow) => string
  /** Between two rows. */
  readonly separator: string
  readonly foot: string
}

export interface TextFormatOptions {
  readonly format: 'csv' | 'json' | 'ndjson'
  readonly content: 'decoded' | 'raw'
  readonly columns: readonly ExportColumn[]
  /** Token units, for amounts in JSON and NDJSON; `columns` have their own. */
  readonly units?: UnitMap | undefined
  /** JSON and NDJSON have one plain object of `columns` per log. @default false */
  readonly isFlat?: boolean | undefined
  readonly provenance?: ExportProvenance | undefined
}

/** CSV, JSON or NDJSON, beginning with the provenance if given. */
export function createTextFormat(options: TextFormatOptions): TextFormat {
  const { format, content, columns, isFlat = false, units, provenance } = options
  const amountOf = units && content === 'decoded' ? amountReader(units) : undefined
  const record = (log: LogRow) =>
    JSON.stringify(isFlat ? toFlatRecord(log, columns) : { ...toLogRecord(log, content), ...amountOf?.(log) })
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

/**
 * Comment lines, which CSV readers can skip: so they are not quoted. A spreadsheet splits them into cells, so a separator before
 * a formula becomes a space.
 */
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

/** Replaces a separator, at an odd position, if a formula follows. */
function withoutCell(part: string, at: number, parts: readonly string[]): string {
  return at % 2 === 1 && isFormula(parts[at + 1]!) ? ' ' : part
}
