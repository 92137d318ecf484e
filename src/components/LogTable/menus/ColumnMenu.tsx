'use client'
import { Menu } from '../../ui/Menu.tsx'
import type { MenuAnchor, MenuItem } from '../../ui/MenuItem.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { logTableStrings } from '../model/logTableStrings.ts'
import { columnName } from '../columns/columnName.ts'
import type { LogSort, LogTableColumn } from '../model/LogTableView.ts'
import { sortOfColumn } from '../columns/sortOfColumn.ts'
import { sortItems } from './sortItems.ts'
import { minWidth, moveColumn, widthStep } from '../columns/useColumnDrag.ts'
import type { TableView } from '../columns/useTableView.ts'

interface ColumnMenuProps {
  view: TableView
  sort: LogSort
  column: number
  /** Its current width in pixels. */
  width: number
  anchor: MenuAnchor
  onClose: () => void
}

/** The menu of a column. */
export function ColumnMenu({ view, sort, column: at, width, anchor, onClose }: ColumnMenuProps) {
  const strings = useStrings(logTableStrings)
  const { columns, update, arrange, set } = view
  const column = columns[at]
  if (!column) return null
  const name = columnName(column.id, strings, view.time, set.own)
  const change = (changes: Partial<LogTableColumn>) =>
    arrange(columns.map((one, index) => (index === at ? { ...one, ...changes } : one)))
  const move = (by: number) => arrange(moveColumn(columns, at, at + by))
  const items: MenuItem[] = []
  const act = (label: string, onChoose: () => void) => items.push({ kind: 'action', label, onChoose })
  const choose = (label: string, group: string, checked: boolean, onChoose: () => void) =>
    items.push({ kind: 'choice', label, group, checked, onChoose })
  if (!set.own.has(column.id) && (column.id === 'block' || column.id === 'time'))
    for (const direction of ['desc', 'asc'] as const)
      choose(
        direction === 'desc' ? strings.newestFirst : strings.oldestFirst,
        'order',
        sort.column === 'block' && sort.direction === direction,
        () => update({ sort: { column: 'block', direction } }),
      )
  if (column.id === 'time' && !set.own.has(column.id))
    for (const time of ['utc', 'local', 'age'] as const)
      choose(columnName('time', strings, time), 'time', view.time === time, () => update({ time }))
  const by = sortOfColumn(column.id, set)
  if (by && by.column !== 'block') items.push(...sortItems(by, sort, { strings, own: set.own }, update))
  items.push({
    kind: 'check',
    group: 'pin',
    label: strings.pinColumn,
    checked: column.pinned === true,
    onChoose: () => change({ pinned: column.pinned ? undefined : true }),
  })
  if (at > 0) act(strings.moveEarlier, () => move(-1))
  if (at < columns.length - 1) act(strings.moveLater, () => move(1))
  act(strings.widerColumn, () => change({ width: Math.round(width + widthStep) }))
  act(strings.narrowerColumn, () => change({ width: Math.max(minWidth, Math.round(width - widthStep)) }))
  if (column.width !== undefined) act(strings.resetWidth, () => change({ width: undefined }))
  if (columns.length > 1)
    act(strings.hideColumn, () => update({ columns: columns.filter((_, index) => index !== at) }))
  return <Menu label={strings.columnActions(name)} {...{ anchor, items, onClose }} />
}
