import { argName } from '../../values/ArgName.tsx'
import type { LogTableStrings } from '../model/logTableStrings.ts'
import type { LogSort } from '../model/LogTableView.ts'
import { columnName } from './columnName.ts'
import type { ColumnSet } from './ColumnSet.ts'

/** The name of the current sort order. Safe to display. */
export function sortName(sort: LogSort, strings: LogTableStrings, own: ColumnSet['own']): string {
  if (sort.column === 'arg') return argName(sort.name, sort.position, strings)
  return columnName(sort.column === 'custom' ? sort.id : sort.column, strings, undefined, own)
}
