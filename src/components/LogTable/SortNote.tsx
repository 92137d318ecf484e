'use client'
import { useStrings } from '../strings/useStrings.ts'
import { sortName } from './columns/sortName.ts'
import { tableToolsStrings } from './model/tableToolsStrings.ts'
import type { LogTableState } from './useLogTableState.ts'

type SortNoteProps = Pick<LogTableState, 'sort' | 'busy' | 'items' | 'view'>

/** How the loaded logs are sorted, or that they are being sorted; nothing in chain order. */
export function SortNote({ sort, busy, items, view }: SortNoteProps) {
  const strings = useStrings(tableToolsStrings)
  // Rows in the chosen order may be busy, too: new ones take their places.
  const isSorting = busy && view.sort && JSON.stringify(view.sort) !== JSON.stringify(items.order.sort)
  if (!isSorting && sort.column === 'block') return null
  return (
    <span className="topic0-log-table-note">
      {isSorting
        ? strings.sorting
        : strings.sortedLoaded(sortName(sort, strings, view.set.own), sort.direction)}
    </span>
  )
}
