import type { LogRow } from '../Log.ts'
import { createTextFormat } from './createTextFormat.ts'
import type { ExportColumn } from './ExportColumn.ts'
import { exportColumns } from './exportColumns.ts'
import type { ExportFormat } from './ExportFormat.ts'
import type { ExportProvenance } from './ExportProvenance.ts'
import { findArgColumns } from './findArgColumns.ts'
import { Pace } from './Pace.ts'
import { readInSlices } from './readInSlices.ts'
import type { ExportLogList } from './readInSlices.ts'
import { TextBuffer } from './TextBuffer.ts'

export interface ExportLogsOptions<row = LogRow> {
  format: ExportFormat
  /** With what the logs say, or only as the chain keeps them. @default 'decoded' */
  content?: 'decoded' | 'raw' | undefined
  /** Leaves out logs for which it is not true. */
  where?: ((log: row) => boolean) | undefined
  /** Where the logs come from, written into the file: lines with `#` in CSV, metadata in Parquet. @default nothing */
  provenance?: ExportProvenance | undefined
  /** Ends the export at the next slice. */
  signal?: AbortSignal | undefined
  /** Called after each slice. */
  onProgress?: ((progress: ExportProgress) => void) | undefined
}

/** How far an export has come. */
export interface ExportProgress {
  /** From 0 to 1. */
  readonly fraction: number
  /** Logs written. */
  readonly written: number
}

/**
 * Writes logs as a file, piece by piece: no more than a few dozen logs are held at a time (of Parquet a
 * group of rows, compressed), and the page gets its turn in between. Addresses are in lower case. Numbers of more than 48 bits are
 * text; Parquet has them as decimals as well, where they have no more than 38 digits, in a column with `_decimal` behind its name. A
 * table of logs none of which is decoded has the columns of `raw`.
 *
 * @throws the signal's reason when it fired; {@link ExportError} for a number that Parquet cannot hold.
 *
 * @example
 * for await (const bytes of exportLogs(logs.data!, { format: 'csv' })) process.stdout.write(bytes)
 */
export function exportLogs<row extends LogRow = LogRow>(
  logs: ExportLogList<row>,
  options: ExportLogsOptions<row>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, ExportProgress, undefined> {
  return exportRows(logs, options as ExportLogsOptions)
}

async function* exportRows(
  logs: ExportLogList,
  options: ExportLogsOptions,
): AsyncGenerator<Uint8Array<ArrayBuffer>, ExportProgress, undefined> {
  const { format, content = 'decoded', where, provenance, signal, onProgress } = options
  signal?.throwIfAborted()
  const pace = new Pace()
  const isTable = format === 'csv' || format === 'parquet'
  // Columns must be known before the first row: the logs are read twice.
  const passes = isTable && content === 'decoded' ? 2 : 1
  const total = Math.max(1, logs.length * passes)
  let before = 0
  let written = 0
  const report = (read: number) => onProgress?.({ fraction: (before + read) / total, written })

  let columns: readonly ExportColumn[] = exportColumns(content)
  if (passes === 2) {
    const found = findArgColumns(logs, { pace, where, signal })
    let look = await found.next()
    for (; !look.done; look = await found.next()) report(look.value)
    // Columns that are empty in every row would say that there was nothing to read.
    const isRaw = look.value.isEmpty && logs.length > 0
    columns = exportColumns(isRaw ? 'raw' : 'decoded', look.value.columns())
    if (format === 'csv') columns = columns.filter(({ type }) => type !== 'decimal')
    before = logs.length
  }

  if (format === 'parquet') {
    // Loaded on demand: other formats do not need the library.
    const { createParquetFile } = await import('./createParquetFile.ts')
    const file = createParquetFile(columns, provenance, pace)
    for await (const slice of readInSlices(logs, { pace, where, signal })) {
      yield* await file.add(slice.logs)
      written += slice.logs.length
      report(slice.read)
    }
    const end = await file.finish()
    signal?.throwIfAborted()
    yield* end
  } else {
    const { head, row, separator, foot } = createTextFormat({ format, content, columns, provenance })
    const buffer = new TextBuffer()
    const begun = buffer.add(head)
    if (begun) yield begun
    for await (const slice of readInSlices(logs, { pace, where, signal })) {
      if (slice.logs.length > 0) {
        const text = slice.logs.map(row).join(separator)
        const bytes = buffer.add(written > 0 ? separator + text : text)
        written += slice.logs.length
        if (bytes) yield bytes
      }
      report(slice.read)
    }
    yield buffer.add(written > 0 || format === 'json' ? foot : '') ?? buffer.take()
  }
  return { fraction: 1, written }
}
