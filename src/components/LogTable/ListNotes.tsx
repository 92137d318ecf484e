'use client'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { sortName } from './columns/sortName.ts'
import type { TableView } from './columns/useTableView.ts'
import type { TableItems } from './model/TableItems.ts'
import { tableToolsStrings } from './model/tableToolsStrings.ts'

interface ListNotesProps {
  items: TableItems
  view: TableView
  /** Number of logs left out. */
  undecodable: number
  isEmpty: boolean
}

/** How many logs were left out because they do not fit their event, and how the others are sorted, unless in chain order. */
export function ListNotes({ items: { order }, view, undecodable, isEmpty }: ListNotesProps) {
  const strings = useStrings(tableToolsStrings)
  const sort = order.sort ?? view.sort
  return (
    <>
      {undecodable > 0 && !isEmpty && (
        <span className="topic0-log-table-note">
          {strings.undecodableTitle(formatNumber(undecodable, strings.locale), undecodable === 1)}
        </span>
      )}
      {sort && sort.column !== 'block' && (
        <span className="topic0-log-table-note">
          {strings.sortedLoaded(sortName(sort, strings, view.set.own), order.sort?.direction)}
        </span>
      )}
    </>
  )
}
