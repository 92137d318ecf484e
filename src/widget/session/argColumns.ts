import type { LogTableColumnDefinition } from '../../components/LogTable/model/LogTableColumns.ts'
import { eventsIn } from '../../logs/filter/LogQuery.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'

/** More would bury the other items of the menu. */
const maxColumns = 12

/** The arguments of a query's events as columns, which the View menu offers: those of the same name are one column. */
export function argColumns(query: LogSearch | undefined): readonly LogTableColumnDefinition[] | undefined {
  const columns = new Map<string, LogTableColumnDefinition>()
  for (const { inputs } of query ? eventsIn(query) : [])
    for (const [position, { name, type }] of inputs.entries()) {
      const id = `args.${name || position}` as const
      // The table aligns numbers itself, but only from the first row on.
      const align = /^u?int/.test(type) ? ('end' as const) : undefined
      if (!columns.has(id) && columns.size < maxColumns) columns.set(id, { id, hidden: true, align })
    }
  return columns.size > 0 ? [...columns.values()] : undefined
}
