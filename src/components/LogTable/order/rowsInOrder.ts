import type { LogSource } from '../../../logs/list/PackedCursor.ts'
import type { SortedRows } from '../model/LogTableProps.ts'
import type { RowOrder } from '../model/RowOrder.ts'

/** The shown rows of a list, read like an array. */
export function rowsInOrder(logs: LogSource, { length, logAt }: RowOrder): SortedRows {
  return {
    length,
    at: (index) => {
      const row = index < 0 ? length + index : index
      return row < 0 || row >= length ? undefined : logs.at(logAt(row))
    },
  }
}
