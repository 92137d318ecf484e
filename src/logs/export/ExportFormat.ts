/**
 * - `csv`: a table for spreadsheets; cells that would run as formulas are defused
 * - `json`: one document
 * - `ndjson`: one log per line, for streams and databases
 * - `parquet`: a typed, compressed table for analysis
 */
export type ExportFormat = 'csv' | 'json' | 'ndjson' | 'parquet'

/** The format that a path's extension names, if any. */
export function namedFormat(path: string): ExportFormat | undefined {
  const extension = /\.(csv|json|ndjson|jsonl|parquet)$/i.exec(path)?.[1]?.toLowerCase()
  return extension === 'jsonl' ? 'ndjson' : (extension as ExportFormat | undefined)
}

/** The format that a path's extension names; else `ndjson`. */
export function formatOfPath(path = ''): ExportFormat {
  return namedFormat(path) ?? 'ndjson'
}
