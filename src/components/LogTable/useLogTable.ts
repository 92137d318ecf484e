'use client'
import type { LogRow } from '../../logs/Log.ts'
import { useStrings } from '../strings/useStrings.ts'
import { columnName } from './columns/columnName.ts'
import { useLogTableContext } from './LogTableContext.ts'
import type { SortedRows } from './model/LogTableProps.ts'
import { logTableStrings } from './model/logTableStrings.ts'
import type { LogColumnId, LogTableView } from './model/LogTableView.ts'
import { rowsInOrder } from './order/rowsInOrder.ts'
import type { LogTableStatus } from './useLogTableState.ts'

export interface UseLogTableReturnType<row extends LogRow = LogRow> {
  /** The `data-state` of the table. */
  readonly state: LogTableStatus
  /** The rows from top to bottom, without logs that are filtered out. */
  readonly rows: SortedRows<row>
  /** Number of loaded logs, with those that are filtered out. */
  readonly loadedCount: number
  /** Whether every matching log is loaded: only then may "0 logs" be shown. */
  readonly isComplete: boolean
  /** Whether logs are being read, sorted or filtered. */
  readonly isBusy: boolean
  /** What is shown now: `columns` are the visible ones, and `sort` is set even without a chosen sort. */
  readonly view: LogTableView
  /** Changes parts of the view. */
  readonly setView: (changes: LogTableView) => void
  /** Restores the initial view. */
  readonly resetView: () => void
  /** Every column on offer, in its usual order. */
  readonly columns: readonly LogTableColumnChoice[]
  readonly find: LogTableFinder
  readonly selection: LogTableSelection<row>
}

export interface LogTableColumnChoice {
  readonly id: LogColumnId
  /** Its header, in the language of the table. */
  readonly name: string
  readonly isVisible: boolean
}

/** The search in the loaded logs. */
export interface LogTableFinder {
  /** `undefined` while closed. */
  readonly text: string | undefined
  readonly open: () => void
  /** Focus returns to the rows. */
  readonly close: () => void
  readonly search: (text: string) => void
  /** Moves to the next or previous log that contains the text. */
  readonly step: (by: 1 | -1) => void
  /** Number of logs that contain the text; those found so far, while `isBusy`. */
  readonly count: number
  /** The position of the current one among them, from 1; 0 for none. */
  readonly current: number
  readonly isBusy: boolean
}

/** The marked logs. */
export interface LogTableSelection<row extends LogRow = LogRow> {
  readonly count: number
  /** In the order of the rows; those that filters hide come last. */
  readonly getLogs: () => readonly row[]
  readonly clear: () => void
  /** Writes them to the clipboard; `LogTable.Summary` shows whether it worked. */
  readonly copy: (format: 'text' | 'json' | 'csv') => void
}

/**
 * The state of the table around a component, to build parts of your own: a toolbar, a search, an empty state. Renders
 * again whenever the table does.
 *
 * @throws {@link MissingProviderError} outside `<LogTable.Root>`.
 *
 * @example
 * function SearchButton() {
 *   const { find, loadedCount } = useLogTable()
 *   return <button disabled={loadedCount === 0} onClick={find.open}>Search</button>
 * }
 */
export function useLogTable<row extends LogRow = LogRow>(): UseLogTableReturnType<row> {
  const table = useLogTableContext('useLogTable')
  const { view, items, find, selection } = table
  const strings = useStrings(logTableStrings)
  const { columns, density, time, filters, set } = view
  return {
    state: table.state,
    rows: rowsInOrder(items.logs, items.order) as SortedRows<row>,
    loadedCount: table.loadedCount,
    isComplete: table.isCounted,
    isBusy: table.isLoading || table.busy,
    view: { columns, density, time, filters, sort: table.sort },
    setView: view.update,
    resetView: view.reset,
    columns: set.ids.map((id) => ({
      id,
      name: columnName(id, strings, time, set.own),
      isVisible: columns.some((column) => column.id === id),
    })),
    find,
    selection: {
      count: selection.size,
      getLogs: () => selection.logs() as readonly row[],
      clear: selection.clear,
      copy: table.copySelected,
    },
  }
}
