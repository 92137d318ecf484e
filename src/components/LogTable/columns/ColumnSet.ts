import type { DecodedArg, LogRow } from '../../../logs/Log.ts'
import { visibleText } from '../../values/visibleText.ts'
import type {
  ArgColumnId,
  LogTableColumnDefinition,
  LogTableColumnOptions,
  LogTableCustomColumn,
} from '../model/LogTableColumns.ts'
import type { LogColumnId, LogSort } from '../model/LogTableView.ts'
import { logColumns } from './logColumns.ts'

/** A column that is not built-in, or replaces one that is. */
export interface OwnColumn extends LogTableColumnOptions {
  readonly id: string
  readonly header: string
  readonly render?: LogTableCustomColumn['render'] | undefined
  /** The name of the argument it shows. */
  readonly arg?: string | undefined
  /** Of numbers: the width that the longest so far needs, in digits. Set by `useNumberColumns`. */
  readonly digits?: number | undefined
}

/** The columns that a table offers. */
export interface ColumnSet {
  /** In their usual order. */
  readonly ids: readonly LogColumnId[]
  /** Shown by default; `undefined` for as many built-in ones as fit. */
  readonly initial: readonly LogColumnId[] | undefined
  readonly own: ReadonlyMap<string, OwnColumn>
  /** Columns that come before the built-in ones by default. */
  readonly first?: readonly string[] | undefined
  /** The column that shows the order of the list, if one does. */
  readonly natural: LogColumnId | undefined
}

const builtIn: ColumnSet = { ids: logColumns, initial: undefined, own: new Map(), natural: 'block' }
const argPrefix = 'args.'

/** Reads the `columns` of a table. */
export function columnSet(columns: readonly LogTableColumnDefinition[] | undefined): ColumnSet {
  if (!columns) return builtIn
  const own = new Map<string, OwnColumn>()
  const initial = new Set<LogColumnId>()
  const hidden = new Set<LogColumnId>()
  for (const column of columns) {
    const options = typeof column === 'string' ? { id: column as ArgColumnId } : column
    const { id, header } = options
    const group = options.hidden ? hidden : initial
    group.add(id)
    if (column === id && isBuiltIn(id)) continue
    const arg = id.startsWith(argPrefix) ? id.slice(argPrefix.length) : undefined
    own.set(id, { ...options, arg, header: header ?? visibleText(arg ?? id) })
  }
  const given = [...new Set([...initial, ...logColumns])]
  // Arguments go with their event.
  const at = given.indexOf('event') + 1
  return {
    ids: [...given.slice(0, at), ...[...hidden].filter((id) => !given.includes(id)), ...given.slice(at)],
    initial: initial.size > 0 ? [...initial] : undefined,
    own,
    natural: 'block',
  }
}

/** Adds the network of each row as the first column, unless the app has a column of that id. */
export function withNetworks(
  set: ColumnSet,
  networks: ReadonlyMap<number, { readonly name: string }> | undefined,
  { header, sortedBy }: { readonly header: string; readonly sortedBy: 'time' | 'chain' | undefined },
): ColumnSet {
  if (!networks) return set
  const natural = sortedBy === 'time' ? 'time' : undefined
  if (set.own.has(networkColumn)) return { ...set, natural }
  const text = (log: LogRow & { readonly chainId?: number }) => networks.get(log.chainId ?? -1)?.name
  const column = { id: networkColumn, header, text, sortValue: text, render: text }
  return {
    ids: [networkColumn, ...set.ids],
    initial: set.initial && [networkColumn, ...set.initial],
    own: new Map([[networkColumn, column], ...set.own]),
    first: [networkColumn],
    natural,
  }
}

const networkColumn = 'network'

export function isBuiltIn(id: string): boolean {
  return (logColumns as readonly string[]).includes(id)
}

/** Whether rows can be sorted by a column. */
export function isSortable({ arg, sortValue }: OwnColumn): boolean {
  return arg !== undefined || sortValue !== undefined
}

/** Whether rows are sorted by a column. The event column shows the sort of its arguments. */
export function isSortedBy(id: LogColumnId, sort: LogSort, { own, natural }: ColumnSet): boolean {
  if (sort.column === 'block') return id === natural
  if (own.has(id)) return sort.column === 'custom' && sort.id === id
  return id === (sort.column === 'arg' ? 'event' : sort.column)
}

interface FoundArg {
  readonly arg: DecodedArg
  readonly position: number
}

/** The argument of a log by its name, or by its position if it has none. */
export function findArg({ decoded }: LogRow, name: string): FoundArg | undefined {
  const position = decoded?.args.findIndex((arg, at) => (arg.name || `${at}`) === name) ?? -1
  const arg = decoded?.args[position]
  return arg && { arg, position }
}
