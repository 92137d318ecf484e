'use client'
import { useStrings } from '../strings/useStrings.ts'
import { sortName } from './columns/sortName.ts'
import type { TableView } from './columns/useTableView.ts'
import type { TableItems } from './model/TableItems.ts'
import { tableToolsStrings } from './model/tableToolsStrings.ts'

/** How the loaded logs are sorted, or that they are being sorted; nothing in chain order. */
export function SortNote({ items: { order }, view }: { items: TableItems; view: TableView }) {
  const strings = useStrings(tableToolsStrings)
  const sort = order.sort ?? view.sort
  return (
    sort &&
    sort.column !== 'block' && (
      <span className="topic0-log-table-note">
        {strings.sortedLoaded(sortName(sort, strings, view.set.own), order.sort?.direction)}
      </span>
    )
  )
}
