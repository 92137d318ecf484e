import { commonStrings } from '../strings/commonStrings.ts'
import { logStrings } from '../strings/logStrings.ts'

/** What `ExportMenu` says. */
export const exportStrings = {
  ...commonStrings,
  ...logStrings,
  exportLogs: 'Export',
  exportWhich: 'Which logs',
  exportScopes: { all: 'All', filtered: 'Shown', selected: 'Selected' },
  exportFormat: 'Format',
  exportFormats: { csv: 'CSV', json: 'JSON', ndjson: 'NDJSON', parquet: 'Parquet' },
  exportFormatHelp: {
    csv: 'A table for spreadsheets. Text that would run as a formula is made harmless.',
    json: 'One document. Large numbers are decimal text, so that none is rounded.',
    ndjson: 'One log on each line, for databases and streams.',
    parquet: 'A small, typed table for DuckDB, pandas and the like.',
  },
  exportContent: 'Content',
  exportContents: { decoded: 'Decoded', raw: 'Raw only' },
  exportNote: 'Say in the file which network, filter and blocks it covers',
  exportIncomplete: 'Not all blocks have been read: the file holds what is here now.',
  exportTooManyRows: (most: string) => `Spreadsheets show the first ${most} rows only.`,
  exportSave: (format: string) => `Save as ${format}`,
  exporting: 'Exporting…',
  exportRunning: (percent: string, logs: string) => `${percent}, ${logs}`,
  exportDone: (logs: string, fileName: string) => `${logs} saved as ${fileName}`,
  exportCancelled: 'Export cancelled. Nothing was kept.',
  exportFailed: 'The export failed. Nothing was kept.',
  exportNothing: 'There are no logs to export.',
}
