import type { LogTableStrings } from '../model/logTableStrings.ts'
import { visibleText } from '../../values/visibleText.ts'
import { columnName } from '../columns/columnName.ts'
import type { LogSort } from '../model/LogTableView.ts'

/** What rows are sorted by. Harmless to show. */
export function sortName(sort: LogSort, strings: LogTableStrings): string {
  if (sort.column === 'arg') return visibleText(sort.name) || strings.unnamed
  return columnName(sort.column, strings, undefined)
}
