'use client'
import { useStrings } from '../../strings/useStrings.ts'
import { Menu } from '../../ui/Menu.tsx'
import type { MenuAnchor, MenuItem } from '../../ui/MenuItem.ts'
import { addColumn } from '../columns/addColumn.ts'
import { columnName } from '../columns/columnName.ts'
import type { TableView } from '../columns/useTableView.ts'
import type { LogColumnId, LogTableColumn } from '../model/LogTableView.ts'
import { tableToolsStrings } from '../model/tableToolsStrings.ts'

interface ViewMenuProps {
  view: TableView
  anchor: MenuAnchor
  onClose: () => void
}

/** The menu of visible columns, density and time format. */
export function ViewMenu({ view, anchor, onClose }: ViewMenuProps) {
  const strings = useStrings(tableToolsStrings)
  const { columns, update, set } = view
  const has = (id: LogColumnId) => columns.some((column) => column.id === id)
  const choice = (group: string, label: string, checked: boolean, onChoose: () => void): MenuItem => ({
    kind: 'choice',
    group,
    label,
    checked,
    onChoose,
  })
  const items: readonly MenuItem[] = [
    { kind: 'heading', key: 'columns', label: strings.columns },
    ...set.ids.map((id): MenuItem => ({
      kind: 'check',
      // Columns may have the same name.
      group: id,
      label: columnName(id, strings, view.time, set.own),
      checked: has(id),
      onChoose: () => update({ columns: toggleColumn(columns, id, set.ids) }),
    })),
    { kind: 'heading', key: 'times', label: strings.times },
    ...(['utc', 'local', 'age'] as const).map((time) =>
      choice('times', columnName('time', strings, time), view.time === time, () => update({ time })),
    ),
    { kind: 'heading', key: 'density', label: strings.density },
    ...(['comfortable', 'compact'] as const).map((density) =>
      choice('density', strings[density], view.density === density, () => update({ density })),
    ),
    { kind: 'heading', key: 'reset', label: '' },
    { kind: 'action', label: strings.resetView, onChoose: view.reset },
  ]
  return <Menu label={strings.view} {...{ anchor, items, onClose }} />
}

/** Hides a column, or shows it at its usual place. The last one cannot be hidden. */
function toggleColumn(
  columns: readonly LogTableColumn[],
  id: LogColumnId,
  usual: readonly LogColumnId[],
): readonly LogTableColumn[] {
  const rest = columns.filter((column) => column.id !== id)
  if (rest.length < columns.length) return rest.length > 0 ? rest : columns
  return addColumn(columns, id, usual)
}
