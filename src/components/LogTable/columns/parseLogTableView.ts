import { isCount, isObject, listOf } from '../../../base/unknownJson.ts'
import { addLocalFilter } from '../../../logs/filter/addLocalFilter.ts'
import type { LocalFilter } from '../../../logs/filter/LocalFilter.ts'
import type { LogRow } from '../../../logs/Log.ts'
import type { LogTableColumnDefinition } from '../model/LogTableColumns.ts'
import type { LogTableColumn, LogTableView } from '../model/LogTableView.ts'
import { columnSet, isSortable, withNetworks, type ColumnSet } from './ColumnSet.ts'
import { logColumns } from './logColumns.ts'

const maxWidth = 2_000
const minWidth = 40
const maxFilters = 50
const maxValues = 1_000
const maxLabel = 80
const noNetworks: ReadonlyMap<number, { readonly name: string }> = new Map()

/**
 * Parses an untrusted view from storage or a link. Invalid parts are dropped, as are columns that are neither built-in nor in
 * `columns`: pass those of the table.
 *
 * @example
 * <LogTable result={logs} defaultView={parseLogTableView(JSON.parse(localStorage.getItem('view') ?? '{}'))} />
 */
export function parseLogTableView<row extends LogRow = LogRow>(
  value: unknown,
  columns?: readonly LogTableColumnDefinition<row>[],
): LogTableView {
  // Only ids are read. The table may be one of several networks, and ignores their column if it is not.
  const set = withNetworks(
    columnSet(columns as readonly LogTableColumnDefinition[] | undefined),
    noNetworks,
    { header: '', sortedBy: undefined },
  )
  if (!isObject(value)) return {}
  const shown = listOf(value['columns'])
    .map((column) => parseColumn(column, set))
    .filter((column) => column !== undefined)
    .filter((column, at, all) => all.findIndex(({ id }) => id === column.id) === at)
  const filters = listOf(value['filters'])
    .slice(0, maxFilters)
    .map(parseFilter)
    .filter((filter) => filter !== undefined)
    .reduce<readonly LocalFilter[]>(addLocalFilter, [])
  const { density, time, sort } = value
  return {
    ...(shown.length > 0 && { columns: shown }),
    ...((density === 'compact' || density === 'comfortable') && { density }),
    ...((time === 'utc' || time === 'local' || time === 'age') && { time }),
    ...parseSort(sort, set),
    ...(filters.length > 0 && { filters }),
  }
}

function parseColumn(value: unknown, { ids }: ColumnSet): LogTableColumn | undefined {
  if (!isObject(value)) return undefined
  const id = ids.find((one) => one === value['id'])
  if (!id) return undefined
  const { width, pinned } = value
  return {
    id,
    ...(typeof width === 'number' &&
      Number.isFinite(width) && { width: Math.round(Math.max(minWidth, Math.min(maxWidth, width))) }),
    ...(pinned === true && { pinned }),
  }
}

function parseSort(value: unknown, { own }: ColumnSet): Pick<LogTableView, 'sort'> {
  if (!isObject(value)) return {}
  const { column, direction, topic0, position, name } = value
  if (direction !== 'asc' && direction !== 'desc') return {}
  if (column === 'arg')
    return isCount(position) && typeof name === 'string' && typeof topic0 === 'string'
      ? { sort: { column, direction, topic0, position, name } }
      : {}
  if (column === 'custom') {
    const found = typeof value['id'] === 'string' ? own.get(value['id']) : undefined
    return found && isSortable(found) ? { sort: { column, id: found.id, direction } } : {}
  }
  const known = logColumns.find((one) => one === column)
  return known && known !== 'time' ? { sort: { column: known, direction } } : {}
}

function parseFilter(value: unknown): LocalFilter | undefined {
  if (!isObject(value)) return undefined
  const { mode, field, position, name, topic0 } = value
  if (mode !== 'only' && mode !== 'not') return undefined
  const values = listOf(value['values'])
    .filter((one) => typeof one === 'string')
    .slice(0, maxValues)
  if (values.length === 0) return undefined
  const shared = {
    mode,
    values,
    ...(typeof value['label'] === 'string' && { label: value['label'].slice(0, maxLabel) }),
  } as const
  if (field === 'block' || field === 'address' || field === 'transaction') return { ...shared, field }
  if (!isCount(position)) return undefined
  if (field === 'topic' && position < 4)
    return { ...shared, field, position, ...(typeof name === 'string' && { name }) }
  if (field === 'arg' && typeof name === 'string' && typeof topic0 === 'string')
    return { ...shared, field, position, name, topic0 }
  return undefined
}
