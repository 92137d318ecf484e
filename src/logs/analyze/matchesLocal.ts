import type { LogField, LocalFilter } from '../filter/LocalFilter.ts'
import { formatArg } from '../list/formatArg.ts'
import type { LogRow } from '../Log.ts'

/** A test of whether a log passes the table's own filters. */
export function matchesLocal(filters: readonly LocalFilter[]): (log: LogRow) => boolean {
  const sets = filters.map((filter) => ({ filter, values: new Set(filter.values) }))
  return (log) =>
    sets.every(({ filter, values }) => {
      const value = readField(log, filter)
      return (value !== undefined && values.has(value)) === (filter.mode === 'only')
    })
}

/** A log's value in a field, as the text that filters compare; `undefined` if the log lacks the field. */
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
      // In another event, the same position is another argument.
      if (log.topics[0]?.toLowerCase() !== target.topic0) return undefined
      const arg = log.decoded?.args[target.position]
      return arg && formatArg(arg.value)
    }
  }
}
