import type { LogTableStrings } from '../model/logTableStrings.ts'
import type { LogColumn, LogColumnId, LogTableView } from '../model/LogTableView.ts'
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
  if (column === 'time') {
    if (time === 'age') return strings.age
    return time === 'local' ? strings.timeLocal : strings.time
  }
  if (column === 'topics') return strings.rawTopics
  if (column === 'data') return strings.rawData
  return strings[column as Exclude<LogColumn, 'time' | 'topics' | 'data'>]
}
