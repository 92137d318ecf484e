'use client'
import { useStrings } from '../strings/useStrings.ts'
import { sortName } from './columns/sortName.ts'
import { tableToolsStrings } from './model/tableToolsStrings.ts'
import type { LogTableState } from './useLogTableState.ts'

/** How the loaded logs are sorted, or that they are being sorted; nothing in chain order. */
export function SortNote({ sort, nextSort, view }: Pick<LogTableState, 'sort' | 'nextSort' | 'view'>) {
  const strings = useStrings(tableToolsStrings)
  if ((nextSort ?? sort).column === 'block') return null
  return (
    <span className="topic0-log-table-note">
      {nextSort
        ? strings.sorting
        : strings.sortedLoaded(sortName(sort, strings, view.set.own), sort.direction)}
    </span>
  )
}
