import type { LogField } from '../../../logs/filter/LocalFilter.ts'
import type { LogRow } from '../../../logs/Log.ts'

/** A filter chosen on a cell: only this value, this value too, or any of the selected rows' values. */
export interface LogFilterAction {
  /** `only` replaces the field's filter, `any` adds to it. */
  readonly mode: 'only' | 'any'
  readonly target: LogField
  /** As text: hex in lower case, block numbers in decimal. */
  readonly values: readonly string[]
  /** The log whose cell it was. */
  readonly log: LogRow
}
