import { cellTargets } from '../cells/cellTargets.ts'
import { formatLogs } from '../cells/formatLogs.ts'
import { rowSelector } from '../cells/readCell.ts'
import { shownOwn, type TableView } from '../columns/useTableView.ts'
import type { LogTableStrings } from '../model/logTableStrings.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { ScrollStore } from '../scroll/ScrollStore.ts'
import type { RowSelection } from './useRowSelection.ts'

interface TextToCopyOptions {
  readonly store: ScrollStore
  readonly view: TableView
  readonly items: TableItems
  readonly selection: RowSelection
  readonly labels: ReadonlyMap<string, string>
  readonly focus: { readonly row: number; readonly column: number }
}

/** What Control or Command with C copies: the selected logs, else the focused cell. */
export function textToCopy(options: TextToCopyOptions, strings: LogTableStrings): string | undefined {
  const { store, view, items, selection, labels, focus } = options
  if (selection.size > 0) return formatLogs(selection.logs(), 'text', shownOwn(view))
  const log = items.logAt(focus.row)
  const column = view.columns[focus.column]
  const own = column && view.set.own.get(column.id)
  const place = `${rowSelector(focus.row)} [aria-colindex="${focus.column + 1}"]`
  const cell = store.element?.querySelector(place)
  // With its date and zone, which the cell may leave out.
  if (column?.id === 'time' && !own) return cell?.querySelector('time')?.title
  const rendered = own && (cell?.textContent ?? '')
  const [target] =
    log && column ? cellTargets(log, column.id, strings, labels, undefined, { own, rendered }) : []
  return target?.copy
}
