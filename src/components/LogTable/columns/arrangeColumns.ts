import type { LogTableColumn } from '../model/LogTableView.ts'
import { addColumn } from './addColumn.ts'
import type { TableView } from './useTableView.ts'

/** Changes widths or order of the visible columns. Default columns that do not fit now are kept: they may fit later. */
export function arrangeColumns(view: TableView, columns: readonly LogTableColumn[]): void {
  const missing = view.defaults.filter((id) => columns.every((column) => column.id !== id))
  view.update({ columns: missing.reduce((all, id) => addColumn(all, id, view.set.ids), columns) })
}
