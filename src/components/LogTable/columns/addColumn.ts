import { logColumns } from './logColumns.ts'
import type { LogColumn, LogTableColumn } from '../model/LogTableView.ts'

/** Adds a column at its usual place. */
export function addColumn(columns: readonly LogTableColumn[], id: LogColumn): readonly LogTableColumn[] {
  const rank = logColumns.indexOf(id)
  const before = columns.findLastIndex((column) => !column.pinned && logColumns.indexOf(column.id) < rank)
  const at = before < 0 ? columns.filter((column) => column.pinned).length : before + 1
  return [...columns.slice(0, at), { id }, ...columns.slice(at)]
}
