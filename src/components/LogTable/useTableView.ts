'use client'
import { useMemo, useState } from 'react'
import type { LocalFilter } from './LocalFilter.ts'
import type { LogTableProps } from './LogTableProps.ts'
import type { LogColumn, LogTableColumn, LogTableView } from './LogTableView.ts'

interface TableViewOptions extends Pick<LogTableProps, 'view' | 'defaultView' | 'onViewChange' | 'density'> {
  /** Whether times are known, or may be. */
  hasTime: boolean
}

/** The view in force, and the ways to change it. */
export interface TableView extends LogTableView {
  readonly columns: readonly LogTableColumn[]
  readonly density: 'compact' | 'comfortable'
  readonly time: 'utc' | 'local' | 'age'
  readonly filters: readonly LocalFilter[]
  readonly update: (changes: LogTableView) => void
  /** Back to how it was at first. */
  readonly reset: () => void
}

const usual: readonly LogColumn[] = ['block', 'time', 'contract', 'event', 'transaction', 'logIndex']
const noFilters: readonly LocalFilter[] = []
const untouched: LogTableView = {}

/** The view of a table: the caller's, or one that the table keeps. */
export function useTableView(options: TableViewOptions): TableView {
  const { view, defaultView = untouched, onViewChange, density, hasTime } = options
  const [own, setOwn] = useState(defaultView)
  const current = view ?? own
  const columns = useMemo(() => {
    const chosen =
      current.columns ?? usual.filter((id) => id !== 'time' || hasTime).map((id): LogTableColumn => ({ id }))
    return [...chosen.filter(({ pinned }) => pinned), ...chosen.filter(({ pinned }) => !pinned)]
  }, [current.columns, hasTime])
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
    reset: () => set(defaultView),
  }
}
