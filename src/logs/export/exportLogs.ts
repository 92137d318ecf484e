import { Pace } from '../../rpc/Pace.ts'
import { addressMap } from '../decode/addressMap.ts'
import type { LogRow } from '../Log.ts'
import type { ExportTokens } from './amountColumns.ts'
import { createLogWriter } from './createLogWriter.ts'
import type { ExportColumn } from './ExportColumn.ts'
import { chainColumn, exportColumns } from './exportColumns.ts'
import type { ExportFormat } from './ExportFormat.ts'
import type { ExportProvenance } from './ExportProvenance.ts'
import { findArgColumns } from './findArgColumns.ts'
import type { Bytes } from './LogWriter.ts'
import { readInSlices, type ExportLogList } from './readInSlices.ts'

export interface ExportLogsOptions<row = LogRow> {
  format: ExportFormat
  /** With decoded arguments, or raw logs only. @default 'decoded' */
  content?: 'decoded' | 'raw' | undefined
  /**
   * Token units by address: adds the amounts of transfers and approvals in units, next to the raw integers. Not with `content: 'raw'`.
   * @default raw integers only
   */
  tokens?: ExportTokens | undefined
  /** Token units that differ between the networks of `useMultichainLogs`, by chain id and address. They take precedence over `tokens`. */
  tokensByChain?: Readonly<Record<number, ExportTokens>> | undefined
  /** Exports only logs for which it returns `true`. */
  where?: ((log: row) => boolean) | undefined
  /** The origin of the logs, to write into the file: `#` lines in CSV, metadata in Parquet. @default none */
  provenance?: ExportProvenance | undefined
  /** Aborts the export at the next slice. */
  signal?: AbortSignal | undefined
  /** Called after each slice. */
  onProgress?: ((progress: ExportProgress) => void) | undefined
}

/** The progress of an export. */
export interface ExportProgress {
  /** From 0 to 1. */
  readonly fraction: number
  /** Logs written. */
  readonly written: number
}

/**
 * Writes logs as a file, in chunks. Holds only a few dozen logs at a time (a compressed row group for Parquet) and
 * yields to the page in between. Addresses are in lower case. Numbers of more than 48 bits are text; Parquet also has a
 * `_decimal` column for those of up to 38 digits. Rows of several networks have their chain id first. A table without any decoded log has the columns of `raw`.
 *
 * @throws the signal's reason once it fires; {@link ExportError} for a number that Parquet cannot hold.
 *
 * @example
 * for await (const bytes of exportLogs(logs.data!, { format: 'csv' })) process.stdout.write(bytes)
 */
export function exportLogs<row extends LogRow = LogRow>(
  logs: ExportLogList<row>,
  options: ExportLogsOptions<row>,
): AsyncGenerator<Bytes, ExportProgress, undefined> {
  return exportRows(logs, options as ExportLogsOptions)
}

async function* exportRows(
  logs: ExportLogList,
  options: ExportLogsOptions,
): AsyncGenerator<Bytes, ExportProgress, undefined> {
  const { format, content = 'decoded', where, provenance, signal, onProgress } = options
  const { tokens, tokensByChain } = options
  const units = tokens || tokensByChain ? addressMap(tokens, tokensByChain) : undefined
  signal?.throwIfAborted()
  const pace = new Pace()
  const isTable = format === 'csv' || format === 'parquet'
  // Reads the logs twice, because columns must be known before the first row.
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
    // Empty columns for decoded values would suggest that the events had none.
    const isRaw = look.value.isEmpty && logs.length > 0
    columns = exportColumns(isRaw ? 'raw' : 'decoded', look.value.columns(), units)
    if (format === 'csv') columns = columns.filter(({ type }) => type !== 'decimal')
    before = logs.length
  }

  if ('chainId' in (logs.at(0) ?? {})) columns = [chainColumn, ...columns]
  const writer = await createLogWriter({ format, content, columns, units, provenance, pace })
  yield* writer.flush()
  for await (const slice of readInSlices(logs, { pace, where, signal })) {
    yield* await writer.add(slice.logs)
    written += slice.logs.length
    report(slice.read)
  }
  const end = await writer.finish()
  signal?.throwIfAborted()
  yield* end
  return { fraction: 1, written }
}
