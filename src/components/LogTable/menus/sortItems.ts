import type { MenuItem } from '../../ui/MenuItem.ts'
import type { ColumnSet } from '../columns/ColumnSet.ts'
import { sortName } from '../columns/sortName.ts'
import type { UndirectedSort } from '../columns/sortOfColumn.ts'
import type { LogSort } from '../model/LogTableView.ts'
import type { TableToolsStrings } from '../model/tableToolsStrings.ts'

/** Menu items to sort in both directions. Choosing the current one restores chain order. */
export function sortItems(
  by: UndirectedSort,
  now: LogSort,
  { strings, own }: { strings: TableToolsStrings; own: ColumnSet['own'] },
  update: (changes: { sort: LogSort | undefined }) => void,
): readonly MenuItem[] {
  return (['asc', 'desc'] as const).map((direction) => {
    const sort = { ...by, direction } as LogSort
    const checked = isSame(sort, now)
    return {
      kind: 'check',
      group: 'sort',
      label: strings.sortBy(sortName(sort, strings, own), direction),
      checked,
      onChoose: () => update({ sort: checked ? undefined : sort }),
    }
  })
}

function isSame(a: LogSort, b: LogSort): boolean {
  if (a.direction !== b.direction) return false
  if (a.column === 'custom' && b.column === 'custom') return a.id === b.id
  if (a.column !== 'arg' || b.column !== 'arg') return a.column === b.column
  return a.topic0 === b.topic0 && a.position === b.position
}
