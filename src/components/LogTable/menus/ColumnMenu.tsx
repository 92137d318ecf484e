'use client'
import type { Address } from 'viem'
import { chainValue } from '../../../logs/decode/addressMap.ts'
import { isAmount, type TokenUnit } from '../../../logs/decode/TokenUnit.ts'
import { formatNumber } from '../../strings/formatNumber.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { Menu } from '../../ui/Menu.tsx'
import type { MenuItem } from '../../ui/MenuItem.ts'
import { arrangeColumns, changeColumn, resizeColumn } from '../columns/arrangeColumns.ts'
import { columnName } from '../columns/columnName.ts'
import { moveColumn, widthStep } from '../columns/moveColumn.ts'
import { sortOfColumn } from '../columns/sortOfColumn.ts'
import type { TableItems } from '../model/TableItems.ts'
import { tableToolsStrings } from '../model/tableToolsStrings.ts'
import type { TableMenuProps } from './OpenMenu.ts'
import { sortItems } from './sortItems.ts'

/** The menu of a column. */
export function ColumnMenu({ menu, props, view, sort, items: rows, tokens, onClose }: TableMenuProps) {
  const { anchor, place } = menu
  const { onReadTokens } = props
  const strings = useStrings(tableToolsStrings)
  const { columns, update, set } = view
  const at = columns.findIndex(({ id }) => id === menu.column)
  const column = columns[at]
  if (!column) return null
  const { width } = place.element.getBoundingClientRect()
  const name = columnName(column.id, strings, view.time, set.own)
  const move = (by: number) => arrangeColumns(view, moveColumn(columns, at, at + by))
  const items: MenuItem[] = []
  const act = (label: string, onChoose: () => void) => items.push({ kind: 'action', label, onChoose })
  const choose = (label: string, group: string, checked: boolean, onChoose: () => void) =>
    items.push({ kind: 'choice', label, group, checked, onChoose })
  const builtIn = set.own.has(column.id) ? undefined : column.id
  if (builtIn === 'block' || builtIn === 'time')
    for (const direction of ['desc', 'asc'] as const)
      choose(
        direction === 'desc' ? strings.newestFirst : strings.oldestFirst,
        'order',
        sort.column === 'block' && sort.direction === direction,
        () => update({ sort: { column: 'block', direction } }),
      )
  if (builtIn === 'time')
    for (const time of ['utc', 'local', 'age'] as const)
      choose(columnName('time', strings, time), 'time', view.time === time, () => update({ time }))
  const by = sortOfColumn(column.id, set)
  if (by && by.column !== 'block') items.push(...sortItems(by, sort, { strings, own: set.own }, update))
  const unread = onReadTokens && (column.id === 'event' || set.own.get(column.id)?.arg !== undefined)
  const lacking = unread ? tokensWithoutUnit(rows, tokens) : []
  if (lacking.length > 0)
    act(strings.readTokens(formatNumber(lacking.length, strings.locale)), () => onReadTokens?.(lacking))
  items.push({
    kind: 'check',
    group: 'pin',
    label: strings.pinColumn,
    checked: column.pinned === true,
    onChoose: () => changeColumn(view, at, { pinned: column.pinned ? undefined : true }),
  })
  if (at > 0) act(strings.moveEarlier, () => move(-1))
  if (at < columns.length - 1) act(strings.moveLater, () => move(1))
  act(strings.widerColumn, () => resizeColumn(view, at, width + widthStep))
  act(strings.narrowerColumn, () => resizeColumn(view, at, width - widthStep))
  if (column.width !== undefined) act(strings.resetWidth, () => changeColumn(view, at, { width: undefined }))
  if (columns.length > 1)
    act(strings.hideColumn, () => update({ columns: columns.filter((_, index) => index !== at) }))
  return <Menu label={strings.columnActions(name)} {...{ anchor, items, onClose }} />
}

// Rows to look at, and tokens to read at once, at most: each token costs two calls.
const maxRows = 2_000
const maxTokens = 50

/** The contracts of the first rows whose amounts have no known unit. */
function tokensWithoutUnit(rows: TableItems, tokens: ReadonlyMap<string, TokenUnit>): readonly Address[] {
  const found = new Set<Address>()
  for (let at = 0; at < Math.min(rows.length, maxRows) && found.size < maxTokens; at++) {
    const log = rows.logAt(at)
    const address = log?.address.toLowerCase() as Address
    if (!log?.decoded || chainValue(tokens, log) || found.has(address)) continue
    const { decoded } = log
    if (decoded.args.some((_, position) => isAmount(decoded, position))) found.add(address)
  }
  return [...found]
}
