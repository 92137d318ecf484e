import type { LogColumnId, LogTableColumn } from '../model/LogTableView.ts'

/** Adds a column at its place in the usual order. */
export function addColumn(
  columns: readonly LogTableColumn[],
  id: LogColumnId,
  usual: readonly LogColumnId[],
): readonly LogTableColumn[] {
  const rank = usual.indexOf(id)
  const before = columns.findLastIndex((column) => !column.pinned && usual.indexOf(column.id) < rank)
  const at = before < 0 ? columns.filter((column) => column.pinned).length : before + 1
  return [...columns.slice(0, at), { id }, ...columns.slice(at)]
}
