'use client'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import { addLocalFilter } from '../../logs/filter/addLocalFilter.ts'
import type { LogRow } from '../../logs/Log.ts'
import type { MenuAnchor } from '../ui/MenuItem.ts'
import type { LinksOfLog } from '../values/LinkBuilders.ts'
import type { CellPlace } from './cells/readCell.ts'
import type { TableView } from './columns/useTableView.ts'
import { CellMenu } from './menus/CellMenu.tsx'
import { ColumnMenu } from './menus/ColumnMenu.tsx'
import type { LogTableProps } from './model/LogTableProps.ts'
import type { LogSort } from './model/LogTableView.ts'
import type { TableItems } from './model/TableItems.ts'
import { headerRow } from './rows/useGridFocus.ts'
import type { RowSelection } from './rows/useRowSelection.ts'

/** A menu keeps the log it was opened on, because rows may be added above. */
export interface OpenMenu {
  readonly place: CellPlace
  readonly log: LogRow | undefined
  readonly anchor: MenuAnchor
  /** The text of the cell. */
  readonly rendered: string
}

interface TableMenuProps {
  menu: OpenMenu
  props: LogTableProps
  view: TableView
  sort: LogSort
  items: TableItems
  selection: RowSelection
  labels: ReadonlyMap<string, string>
  tokens: ReadonlyMap<string, TokenUnit>
  linksOf: LinksOfLog
  onCopy: (text: string) => void
  onClose: () => void
}

/** The menu of a cell, or of a column. */
export function TableMenu({ menu, props, view, sort, items, selection, ...rest }: TableMenuProps) {
  const { place, log, anchor, rendered } = menu
  const { labels, tokens, linksOf, onCopy, onClose } = rest
  const column = view.columns[place.column]
  if (!column) return null
  if (place.row === headerRow) {
    const width = place.element.getBoundingClientRect().width
    return (
      <ColumnMenu
        {...{ view, sort, width, anchor, items, tokens, onClose }}
        column={place.column}
        onReadTokens={props.onReadTokens}
      />
    )
  }
  if (!log) return null
  return (
    <CellMenu
      {...{ log, anchor, rendered, labels, tokens, sort, onCopy, onClose }}
      column={column.id}
      links={linksOf(log)}
      own={view.set.own}
      arg={place.arg}
      marked={() => (selection.has(log) ? selection.logs() : [])}
      onFilter={props.onFilter}
      onLocalFilter={(filter) => view.update({ filters: addLocalFilter(view.filters, filter) })}
      onSort={view.update}
      onOpen={props.onSelect}
      onEditAddress={props.onEditAddress}
      onReadTokens={props.onReadTokens}
    />
  )
}
