import { declaredColumns } from '../logs/export/declaredColumns.ts'
import type { ExportColumn } from '../logs/export/ExportColumn.ts'
import { toCsvCell, toCsvRow } from '../logs/export/toCsvRow.ts'
import { toFlatRecord, toLogRecord } from '../logs/export/toLogRecord.ts'
import type { ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import type { LogRow } from '../logs/Log.ts'

interface ChangeLinesOptions {
  readonly format: 'ndjson' | 'csv'
  readonly columns: readonly string[] | undefined
}

/** What a line of `--follow` says about its log. */
export type LineChange = 'add' | 'remove'

/** The lines of `--follow`: a log that was added or removed, or a `reset`. */
export class ChangeLines {
  readonly #columns: readonly ExportColumn[]
  readonly #isCsv: boolean
  readonly #isFlat: boolean

  /** @throws {@link InvalidQueryError} for an unknown column. */
  constructor(query: ParsedLogQuery, { format, columns: names }: ChangeLinesOptions) {
    this.#columns = declaredColumns(query.events, { format, content: 'decoded', names })
    this.#isCsv = format === 'csv'
    this.#isFlat = names !== undefined
  }

  /** The header of a CSV file; empty for NDJSON. */
  get head(): string {
    if (!this.#isCsv) return ''
    return `${['change', ...this.#columns.map(({ name }) => toCsvCell(name))].join(',')}\r\n`
  }

  line(change: LineChange, log: LogRow): string {
    if (this.#isCsv) return `${change},${toCsvRow(log, this.#columns)}\r\n`
    const record = this.#isFlat ? toFlatRecord(log, this.#columns) : toLogRecord(log)
    return `${JSON.stringify({ change, ...record })}\n`
  }

  /** A line that voids all earlier lines of this block and later ones. */
  reset(block: bigint): string {
    if (!this.#isCsv) {
      const record = this.#isFlat ? { block_number: Number(block) } : { blockNumber: block.toString() }
      return `${JSON.stringify({ change: 'reset', ...record })}\n`
    }
    const cells = this.#columns.map(({ name }) => (name === 'block_number' ? block.toString() : ''))
    return `${['reset', ...cells].join(',')}\r\n`
  }
}
