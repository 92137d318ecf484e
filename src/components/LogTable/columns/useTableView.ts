'use client'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { addColumn } from './addColumn.ts'
import { fitColumns } from './fitColumns.ts'
import type { LocalFilter } from '../../../logs/filter/LocalFilter.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { LogColumn, LogTableColumn, LogTableView } from '../model/LogTableView.ts'
import type { ScrollStore } from '../scroll/ScrollStore.ts'
import { stackedLayout } from './stackedLayout.ts'

interface TableViewOptions extends Pick<LogTableProps, 'view' | 'defaultView' | 'onViewChange' | 'density'> {
  /** Whether times are known, or may be. */
  hasTime: boolean
  store: ScrollStore
}

/** The view in force, and the ways to change it. */
export interface TableView extends LogTableView {
  readonly columns: readonly LogTableColumn[]
  readonly density: 'compact' | 'comfortable'
  readonly time: 'utc' | 'local' | 'age'
  readonly filters: readonly LocalFilter[]
  readonly update: (changes: LogTableView) => void
  /** Other widths or another order of the columns shown: those there was no room for stay among the columns. */
  readonly arrange: (columns: readonly LogTableColumn[]) => void
  /** Back to how it was at first. */
  readonly reset: () => void
}

const usual: readonly LogColumn[] = ['block', 'time', 'contract', 'event', 'transaction', 'logIndex']
const untimed = usual.filter((id) => id !== 'time')
const noFilters: readonly LocalFilter[] = []
const untouched: LogTableView = {}

/** The view of a table: the caller's, or one that the table keeps. */
export function useTableView(options: TableViewOptions): TableView {
  const { view, defaultView = untouched, onViewChange, density, hasTime, store } = options
  const [own, setOwn] = useState(defaultView)
  const current = view ?? own
  const ids = hasTime ? usual : untimed
  // By value: most changes of the width change nothing here.
  const fitting = useSyncExternalStore(
    store.subscribe,
    () => fitColumns(ids, roomOf(store)).join(),
    () => ids.join(),
  )
  const columns = useMemo(() => {
    const chosen = current.columns ?? fitting.split(',').map((id) => ({ id: id as LogColumn }))
    return pinnedFirst(chosen)
  }, [current.columns, fitting])
  const set = (next: LogTableView) => {
    setOwn(next)
    onViewChange?.(next)
  }
  return {
    columns,
    density: current.density ?? density ?? 'comfortable',
    time: current.time ?? 'utc',
    sort: current.sort,
    filters: current.filters ?? noFilters,
    update: (changes) => set({ ...current, ...changes }),
    arrange(next) {
      const missing = current.columns ? [] : ids.filter((id) => next.every((column) => column.id !== id))
      set({ ...current, columns: missing.reduce(addColumn, next) })
    },
    reset: () => set(defaultView),
  }
}

function pinnedFirst(columns: readonly LogTableColumn[]): readonly LogTableColumn[] {
  return [...columns.filter(({ pinned }) => pinned), ...columns.filter(({ pinned }) => !pinned)]
}

/** The width that columns share; unknown and irrelevant for stacked rows. */
function roomOf({ width, rem, digit }: ScrollStore) {
  return { width: width < stackedLayout.below ? 0 : width, rem, digit }
}
