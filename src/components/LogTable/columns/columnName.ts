import { argName } from '../../values/ArgName.tsx'
import type { LogTableStrings } from '../model/logTableStrings.ts'
import type { LogColumn, LogColumnId, LogSort, LogTableView } from '../model/LogTableView.ts'
import type { ColumnSet } from './ColumnSet.ts'

/** The name of a column. */
export function columnName(
  column: LogColumnId,
  strings: LogTableStrings,
  time: LogTableView['time'],
  own?: ColumnSet['own'],
): string {
  const header = own?.get(column)?.header
  if (header !== undefined) return header
  if (column === 'time')
    return time === 'age' ? strings.age : time === 'local' ? strings.timeLocal : strings.time
  if (column === 'topics') return strings.rawTopics
  if (column === 'data') return strings.rawData
  return strings[column as Exclude<LogColumn, 'time' | 'topics' | 'data'>]
}

/** The name of the current sort order. Safe to display. */
export function sortName(sort: LogSort, strings: LogTableStrings, own: ColumnSet['own']): string {
  if (sort.column === 'arg') return argName(sort.name, sort.position, strings)
  return columnName(sort.column === 'custom' ? sort.id : sort.column, strings, undefined, own)
}
