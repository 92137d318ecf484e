import type { ExportFormat } from '../../logs/export/ExportFormat.ts'

/** Which logs to export: all that are loaded, those that the table shows, or those that are marked in it. */
export type ExportScope = 'all' | 'filtered' | 'selected'

/** What was chosen to be exported, and how. */
export interface ExportChoice {
  readonly scope: ExportScope
  readonly format: ExportFormat
  /** With what the logs say, or only as the chain keeps them. */
  readonly content: 'decoded' | 'raw'
  /** Whether the file is to say where the logs come from. */
  readonly provenance: boolean
}
