import type { LogRow } from '../Log.ts'
import type { LocalFilter } from '../filter/LocalFilter.ts'
import { readField } from './readField.ts'

/** Whether a log is shown, by what is asked for in the table itself. */
export function matchesLocal(filters: readonly LocalFilter[]): (log: LogRow) => boolean {
  const sets = filters.map((filter) => ({ filter, values: new Set(filter.values) }))
  return (log) =>
    sets.every(({ filter, values }) => {
      const value = readField(log, filter)
      return (value !== undefined && values.has(value)) === (filter.mode === 'only')
    })
}
