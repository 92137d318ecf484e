import type { LogTableStrings } from '../model/logTableStrings.ts'
import type { LogColumn, LogTableView } from '../model/LogTableView.ts'

/** The name of a column. */
export function columnName(column: LogColumn, strings: LogTableStrings, time: LogTableView['time']): string {
  if (column === 'time')
    return time === 'age' ? strings.age : time === 'local' ? strings.timeLocal : strings.time
  if (column === 'topics') return strings.rawTopics
  if (column === 'data') return strings.rawData
  return strings[column]
}
