import { formatArg } from '../list/formatArg.ts'
import type { LogRow } from '../Log.ts'
import type { LogField, LocalFilter } from '../filter/LocalFilter.ts'

/** Whether a log is shown, by what is asked for in the table itself. */
export function matchesLocal(filters: readonly LocalFilter[]): (log: LogRow) => boolean {
  const sets = filters.map((filter) => ({ filter, values: new Set(filter.values) }))
  return (log) =>
    sets.every(({ filter, values }) => {
      const value = readField(log, filter)
      return (value !== undefined && values.has(value)) === (filter.mode === 'only')
    })
}

/** What a log has in a field, as text that filters compare; `undefined` when it has no such field. */
export function readField(log: LogRow, target: LogField): string | undefined {
  switch (target.field) {
    case 'block':
      return log.blockNumber.toString()
    case 'address':
      return log.address.toLowerCase()
    case 'transaction':
      return log.transactionHash.toLowerCase()
    case 'topic':
      return log.topics[target.position]?.toLowerCase()
    case 'arg': {
      // Of another event, the same position is something else.
      if (log.topics[0]?.toLowerCase() !== target.topic0) return undefined
      const arg = log.decoded?.args[target.position]
      return arg && formatArg(arg.value)
    }
  }
}
