import { commonStrings } from '../strings/commonStrings.ts'
import { lateStrings } from '../strings/lateStrings.ts'
import { logStrings } from '../strings/logStrings.ts'
import { panelTitles } from '../strings/panelTitles.ts'

/** Texts of `ExportMenu`. */
export const exportStrings = {
  ...commonStrings,
  ...lateStrings,
  ...logStrings,
  exportLogs: panelTitles.exportLogs,
  exportWhich: 'Which logs',
  exportScopes: { all: 'All', filtered: 'Shown', selected: 'Selected' },
  exportFormat: 'Format',
  exportFormats: { csv: 'CSV', json: 'JSON', ndjson: 'NDJSON', parquet: 'Parquet' },
  exportFormatHelp: {
    csv: 'For spreadsheets. Text that would run as a formula is escaped.',
    json: 'One document. Large numbers are strings, so that none is rounded.',
    ndjson: 'One log per line, for databases and streams.',
    parquet: 'A compact, typed table for DuckDB, pandas and others.',
  },
  exportContent: 'Content',
  exportContents: { decoded: 'Decoded', raw: 'Raw only' },
  exportUnits: 'Add amounts in token units',
  exportUnitsHelp: 'The raw integers stay, with all digits.',
  exportOrder: 'In the order of the table.',
  exportNote: 'Include the network, filter and coverage in the file',
  exportIncomplete: 'Not all blocks have been read yet: the file will contain the logs read so far.',
  exportTooManyRows: (most: string) => `Spreadsheets show only the first ${most} rows.`,
  exportSave: (format: string) => `Save as ${format}`,
  exporting: 'Exporting…',
  exportRunning: (percent: string, logs: string) => `${percent}, ${logs}`,
  exportDone: (logs: string, fileName: string) => `${logs} saved as ${fileName}`,
  exportCancelled: 'Export cancelled. No file was saved.',
  exportFailed: 'Export failed. No file was saved.',
  exportNothing: 'There are no logs to export.',
}
