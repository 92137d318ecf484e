import type { LogTableColumn } from '../model/LogTableView.ts'
import { addColumn } from './addColumn.ts'
import { minWidth } from './moveColumn.ts'
import type { TableView } from './useTableView.ts'

/** Changes widths or order of the visible columns. Default columns that do not fit now are kept: they may fit later. */
export function arrangeColumns(view: TableView, columns: readonly LogTableColumn[]): void {
  const missing = view.defaults.filter((id) => columns.every((column) => column.id !== id))
  view.update({ columns: missing.reduce((all, id) => addColumn(all, id, view.set.ids), columns) })
}

/** Changes the visible column at index `at`. */
export function changeColumn(view: TableView, at: number, changes: Partial<LogTableColumn>): void {
  arrangeColumns(
    view,
    view.columns.map((column, index) => (index === at ? { ...column, ...changes } : column)),
  )
}

/** Sets the width of the visible column at index `at`, in pixels. */
export function resizeColumn(view: TableView, at: number, width: number): void {
  changeColumn(view, at, { width: Math.max(minWidth, Math.round(width)) })
}
