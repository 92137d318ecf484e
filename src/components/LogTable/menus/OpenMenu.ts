import type { TokenUnit } from '../../../logs/decode/TokenUnit.ts'
import type { LogRow } from '../../../logs/Log.ts'
import type { MenuAnchor } from '../../ui/MenuItem.ts'
import type { LinksOfLog } from '../../values/LinkBuilders.ts'
import type { CellPlace } from '../cells/readCell.ts'
import type { TableView } from '../columns/useTableView.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { LogColumnId, LogSort } from '../model/LogTableView.ts'
import type { TableItems } from '../model/TableItems.ts'

/** A menu keeps the column and the log it was opened on, because both may move. */
export interface OpenMenu {
  readonly place: CellPlace
  readonly column: LogColumnId | undefined
  /** `undefined` in the header. */
  readonly log: LogRow | undefined
  readonly anchor: MenuAnchor
  /** The text of the cell. */
  readonly rendered: string
}

/** What the menus of cells and columns take. */
export interface TableMenuProps {
  menu: OpenMenu
  props: LogTableProps
  view: TableView
  sort: LogSort
  items: TableItems
  selection: { has: (log: LogRow) => boolean; logs: () => readonly LogRow[] }
  labels: ReadonlyMap<string, string>
  tokens: ReadonlyMap<string, TokenUnit>
  linksOf: LinksOfLog
  onCopy: (text: string) => void
  onClose: () => void
}
