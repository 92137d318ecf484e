import type { RawLog } from '../Log.ts'
import { partsOf, type Filter } from './Filter.ts'

/**
 * Whether a log matches the filter.
 *
 * @example
 * const { filter } = parseLogQuery({ address: token, event: transfer, args: { to: me } })
 * const received = logs.data?.filter((log) => matchesFilter(filter, log))
 */
export function matchesFilter(filter: Filter, log: Pick<RawLog, 'address' | 'topics'>): boolean {
  return partsOf(filter).some(
    ({ address, topics }) =>
      (!address || has(address, log.address)) &&
      log.topics.length >= topics.length &&
      topics.every((wanted, position) => wanted === null || has(wanted, log.topics[position])),
  )
}

function has(list: readonly string[], value: string | undefined): boolean {
  if (value === undefined) return false
  return list.includes(value) || list.includes(value.toLowerCase())
}
