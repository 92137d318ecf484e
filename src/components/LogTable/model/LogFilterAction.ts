import type { LogRow } from '../../../logs/Log.ts'
import type { LogField } from '../../../logs/filter/LocalFilter.ts'

/** What one asked for on a cell: look only for this value, or also for it, or for any of those of the rows selected. */
export interface LogFilterAction {
  /** `only` replaces what is asked of the field, `any` adds to it. */
  readonly mode: 'only' | 'any'
  readonly target: LogField
  /** As text: hex in lower case, block numbers in decimal. */
  readonly values: readonly string[]
  /** The log whose cell it was. */
  readonly log: LogRow
}
