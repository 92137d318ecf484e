import type { LogColumn, LogColumnId, LogSort } from '../model/LogTableView.ts'
import { isSortable, type ColumnSet } from './ColumnSet.ts'

/** What clicking the header of a column sorts by; `undefined` if it cannot be sorted. */
export function sortOfColumn(id: LogColumnId, { own }: ColumnSet): UndirectedSort | undefined {
  const column = own.get(id)
  if (column) return isSortable(column) ? { column: 'custom', id } : undefined
  return id === 'time' ? undefined : { column: id as Exclude<LogColumn, 'time'> }
}

/** What to sort by, in either direction. */
export type UndirectedSort = Undirected<LogSort>

type Undirected<sort> = sort extends LogSort ? Omit<sort, 'direction'> : never
