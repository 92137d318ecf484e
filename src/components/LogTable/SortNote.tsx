'use client'
import { useStrings } from '../strings/useStrings.ts'
import { sortName } from './columns/sortName.ts'
import type { TableView } from './columns/useTableView.ts'
import type { LogSort } from './model/LogTableView.ts'
import type { TableItems } from './model/TableItems.ts'
import { tableToolsStrings } from './model/tableToolsStrings.ts'

interface SortNoteProps {
  sort: LogSort
  busy: boolean
  items: TableItems
  view: TableView
}

/** How the loaded logs are sorted, or that they are being sorted; nothing in chain order. */
export function SortNote({ sort, busy, items: { order }, view }: SortNoteProps) {
  const strings = useStrings(tableToolsStrings)
  // Rows in the chosen order may be busy, too: new ones take their places.
  const next = busy && JSON.stringify(view.sort) !== JSON.stringify(order.sort) && view.sort
  const shown = next || sort
  return (
    shown.column !== 'block' && (
      <span className="topic0-log-table-note">
        {strings.sortedLoaded(sortName(shown, strings, view.set.own), next ? undefined : sort.direction)}
      </span>
    )
  )
}
