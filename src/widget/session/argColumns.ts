import type { LogTableColumnDefinition } from '../../components/LogTable/model/LogTableColumns.ts'
import { eventsIn } from '../../logs/filter/LogQuery.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'

/** The arguments of a query's only event as columns, which the View menu offers. */
export function argColumns(query: LogSearch | undefined): readonly LogTableColumnDefinition[] | undefined {
  const [event, ...others] = query ? eventsIn(query) : []
  if (!event || others.length > 0) return undefined
  return event.inputs.map(({ name, type }, position) => ({
    id: `args.${name || position}` as const,
    hidden: true,
    // Before the first row, too.
    align: /^u?int/.test(type) ? ('end' as const) : undefined,
  }))
}
