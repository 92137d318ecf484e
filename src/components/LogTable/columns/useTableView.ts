'use client'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { LocalFilter } from '../../../logs/filter/LocalFilter.ts'
import { isSameDay } from '../../values/formatTime.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { LogColumn, LogColumnId, LogSort, LogTableColumn, LogTableView } from '../model/LogTableView.ts'
import { gutterWidth } from '../scroll/rowSizes.ts'
import { useScroll, type ScrollStore } from '../scroll/ScrollStore.ts'
import { cellPadding, columnNeed, type ColumnFit } from './columnNeeds.ts'
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
  /** The columns that are shown where they fit; none if columns were chosen. */
  readonly defaults: readonly LogColumnId[]
  readonly density: 'compact' | 'comfortable'
  readonly time: 'utc' | 'local' | 'age'
  readonly filters: readonly LocalFilter[]
  /** What the widths of columns depend on. */
  readonly fit: ColumnFit
  readonly update: (changes: LogTableView) => void
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
  const shortTimes = times.every(
    (one) => one !== undefined && now !== undefined && isSameDay(one, now, current.time),
  )
  // Compared by value, because most width changes have no effect.
  const fitting = useScroll(
    store,
    () => JSON.stringify(fittingColumns(builtIn, store, shortTimes, current.time)),
    JSON.stringify({ columns: builtIn }),
  )
  const { columns: fittingIds, tight } = useMemo(() => JSON.parse(fitting) as FittingColumns, [fitting])
  // Ages take less space than times.
  const { time = tight ? 'age' : 'utc' } = current
  const columns = useMemo(() => {
    const byDefault = (offered.initial ?? fittingIds).map((id) => ({ id }))
    const chosen = (current.columns ?? byDefault).filter(({ id }) => offered.ids.includes(id))
    return pinnedFirst(chosen.length > 0 ? chosen : byDefault)
  }, [current.columns, fittingIds, offered])
  const change = (next: LogTableView) => {
    latest.current = next
    setOwn(next)
    onViewChange?.(next)
  }
  return {
    set: offered,
    columns,
    defaults: current.columns || offered.initial ? [] : builtIn,
    density: current.density ?? density ?? 'comfortable',
    time,
    fit: { ages: time === 'age', shortTimes, tight },
    sort: current.sort && knownSort(current.sort, offered),
    filters: current.filters ?? noFilters,
    update: (changes) => change({ ...latest.current, ...changes }),
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

interface FittingColumns {
  readonly columns: readonly LogColumnId[]
  /** Whether events lack space although columns are hidden: contracts take less, and times are ages unless chosen otherwise. */
  readonly tight?: boolean
}

/** The columns shown by default. Cards show transactions as bands, and their hashes only on request. */
function fittingColumns(
  ids: readonly LogColumnId[],
  store: ScrollStore,
  shortTimes: boolean,
  time: LogTableView['time'],
): FittingColumns {
  const { width, rem, digit } = store
  if (isStacked(store)) {
    const hasIndex = shortTimes || time === 'age' || width >= indexFrom
    return { columns: ids.filter((id) => id !== 'transaction' && (hasIndex || id !== 'logIndex')) }
  }
  return fitColumns(ids, { width, rem, digit, shortTimes, time })
}

/** In CSS pixels. */
interface ColumnRoom {
  /** The width that the columns share; 0 while unknown. */
  readonly width: number
  readonly rem: number
  /** Width of a digit in the table's font. */
  readonly digit: number
  /** Whether no time has a date. */
  readonly shortTimes?: boolean | undefined
  /** The chosen format of times. */
  readonly time?: LogTableView['time']
}

// Hidden or narrowed in this order while the event has space for fewer digits. An approval of 18 digits takes 84, 70 with half of each
// name, and 57 without names; a batch 62.
const spare: readonly (readonly [LogColumn | 'width', number])[] = [
  ['logIndex', 84],
  ['transaction', 74],
  ['width', 70],
  ['block', 66],
  ['time', 57],
  ['contract', 57],
]

/** The columns to show: spare ones are hidden while event arguments lack space. */
export function fitColumns(
  columns: readonly LogColumnId[],
  { width, rem, digit, shortTimes, time }: ColumnRoom,
): FittingColumns {
  if (width === 0) return { columns }
  let shown = columns
  let tight = false
  const needed = (digits: number) => digits * digit + cellPadding * rem
  const left = () => {
    const fit = { tight, shortTimes, ages: time ? time === 'age' : tight }
    return shown.reduce(
      (rest, id) => (id === 'event' ? rest : rest - needed(columnNeed(id, fit).digits)),
      width - gutterWidth * rem,
    )
  }
  for (const [spared, eventRoom] of spare) {
    if (left() >= needed(eventRoom)) break
    if (spared === 'width') tight = true
    else shown = shown.filter((id) => id !== spared)
  }
  return { columns: shown, tight }
}
