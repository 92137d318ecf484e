/**
 * - `csv`: a table for spreadsheets; cells that would run as formulas are defused
 * - `json`: one document
 * - `ndjson`: one log per line, for streams and databases
 * - `parquet`: a typed, compressed table for analysis
 */
export type ExportFormat = 'csv' | 'json' | 'ndjson' | 'parquet'
