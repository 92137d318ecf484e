'use client'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { LocalFilter } from '../../../logs/filter/LocalFilter.ts'
import { isSameDay } from '../../values/formatTime.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { LogColumn, LogColumnId, LogSort, LogTableColumn, LogTableView } from '../model/LogTableView.ts'
import { gutterWidth } from '../scroll/rowSizes.ts'
import { useScroll, type ScrollStore } from '../scroll/ScrollStore.ts'
import { addColumn } from './addColumn.ts'
import { cellPadding, columnNeed } from './columnNeeds.ts'
import { isSortable, type ColumnSet, type OwnColumn } from './ColumnSet.ts'
import { isStacked } from './stackedLayout.ts'

interface TableViewOptions extends Pick<LogTableProps, 'view' | 'defaultView' | 'onViewChange' | 'density'> {
  set: ColumnSet
  /** Whether timestamps are or may become known. */
  hasTime: boolean
  /** The times of the first and last log, where known, and now: seconds since the epoch. */
  times: readonly (bigint | undefined)[]
  now: number | undefined
  store: ScrollStore
}

/** The current view, with functions to change it. */
export interface TableView extends LogTableView {
  /** The columns on offer. */
  readonly set: ColumnSet
  readonly columns: readonly LogTableColumn[]
  readonly density: 'compact' | 'comfortable'
  readonly time: 'utc' | 'local' | 'age'
  readonly filters: readonly LocalFilter[]
  /** Whether no time has a date, because all are of today. */
  readonly shortTimes: boolean
  readonly update: (changes: LogTableView) => void
  /** Changes widths or order of the visible columns. Columns that do not fit are kept. */
  readonly arrange: (columns: readonly LogTableColumn[]) => void
  /** Restores the initial view. */
  readonly reset: () => void
}

const usual: readonly LogColumn[] = ['block', 'time', 'contract', 'event', 'transaction', 'logIndex']
const untimed = usual.filter((id) => id !== 'time')
const noFilters: readonly LocalFilter[] = []
const untouched: LogTableView = {}

/** The view of a table, controlled or uncontrolled. */
export function useTableView(options: TableViewOptions): TableView {
  const { view, defaultView = untouched, onViewChange, density, hasTime, store, set: offered } = options
  const { times, now } = options
  const [own, setOwn] = useState(defaultView)
  const current = view ?? own
  // Several changes may come before the next render.
  const latest = useRef(current)
  useEffect(() => {
    latest.current = current
  })
  const builtIn = [...(offered.first ?? []), ...(hasTime ? usual : untimed)]
  const { time = 'utc' } = current
  const shortTimes =
    time === 'age' ||
    times.every((one) => one !== undefined && now !== undefined && isSameDay(one, now, time))
  // Compared by value, because most width changes have no effect.
  const fitting = useScroll(store, () => fittingColumns(builtIn, store, shortTimes).join(), builtIn.join())
  const columns = useMemo(() => {
    const byDefault = (offered.initial ?? fitting.split(',')).map((id) => ({ id }))
    const chosen = (current.columns ?? byDefault).filter(({ id }) => offered.ids.includes(id))
    return pinnedFirst(chosen.length > 0 ? chosen : byDefault)
  }, [current.columns, fitting, offered])
  const change = (next: LogTableView) => {
    latest.current = next
    setOwn(next)
    onViewChange?.(next)
  }
  return {
    set: offered,
    columns,
    density: current.density ?? density ?? 'comfortable',
    time,
    shortTimes,
    sort: current.sort && knownSort(current.sort, offered),
    filters: current.filters ?? noFilters,
    update: (changes) => change({ ...latest.current, ...changes }),
    arrange(next) {
      // Default columns that do not fit now may fit later.
      const defaults = latest.current.columns || offered.initial ? [] : builtIn
      const missing = defaults.filter((id) => next.every((column) => column.id !== id))
      const columns = missing.reduce((all, id) => addColumn(all, id, offered.ids), next)
      change({ ...latest.current, columns })
    },
    reset: () => change(defaultView),
  }
}

/** The visible columns that are not built-in. */
export function shownOwn({ columns, set }: TableView): readonly OwnColumn[] {
  return columns.flatMap(({ id }) => set.own.get(id) ?? [])
}

/** A sort by a column that the table no longer offers is ignored. */
function knownSort(sort: LogSort, { own }: ColumnSet): LogSort | undefined {
  if (sort.column !== 'custom') return sort
  const column = own.get(sort.id)
  return column && isSortable(column) ? sort : undefined
}

function pinnedFirst(columns: readonly LogTableColumn[]): readonly LogTableColumn[] {
  return [...columns.filter(({ pinned }) => pinned), ...columns.filter(({ pinned }) => !pinned)]
}

// In CSS pixels: on narrower cards with a date, the log index would leave no space for the contract's name.
const indexFrom = 420

/** The columns shown by default. Cards show transactions as bands, and their hashes only on request. */
function fittingColumns(
  ids: readonly LogColumnId[],
  store: ScrollStore,
  shortTimes: boolean,
): readonly LogColumnId[] {
  const { width, rem, digit } = store
  if (isStacked(store)) {
    const hasIndex = shortTimes || width >= indexFrom
    return ids.filter((id) => id !== 'transaction' && (hasIndex || id !== 'logIndex'))
  }
  return fitColumns(ids, { width, rem, digit, shortTimes })
}

/** In CSS pixels. */
interface ColumnRoom {
  /** The width that the columns share; 0 while unknown. */
  readonly width: number
  readonly rem: number
  /** Width of a digit in the table's font. */
  readonly digit: number
  /** Whether no time has a date. */
  readonly shortTimes?: boolean
}

// Hidden in this order while the event has space for fewer digits. An approval of 18 digits takes 84; 70 with half of each name;
// and up to 66 without names.
const spare: readonly (readonly [LogColumn, number])[] = [
  ['logIndex', 84],
  ['transaction', 74],
  ['time', 70],
  ['block', 66],
  ['contract', 62],
]

/** The columns to show: spare ones are hidden while event arguments lack space. */
export function fitColumns(
  columns: readonly LogColumnId[],
  { width, rem, digit, shortTimes = false }: ColumnRoom,
): readonly LogColumnId[] {
  if (width === 0) return columns
  const needed = (digits: number) => digits * digit + cellPadding * rem
  const left = (ids: readonly LogColumnId[]) =>
    ids.reduce(
      (rest, id) => (id === 'event' ? rest : rest - needed(columnNeed(id, shortTimes).digits)),
      width - gutterWidth * rem,
    )
  let shown = columns
  for (const [id, eventRoom] of spare) {
    if (left(shown) >= needed(eventRoom)) break
    shown = shown.filter((other) => other !== id)
  }
  return shown
}
