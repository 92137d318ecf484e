import type { Filter } from './Filter.ts'
import type { RawLog } from '../Log.ts'

/** Whether a log matches the filter. */
export function matchesFilter(filter: Filter, log: Pick<RawLog, 'address' | 'topics'>): boolean {
  if (filter.address && !has(filter.address, log.address)) return false
  if (log.topics.length < filter.topics.length) return false
  return filter.topics.every((wanted, position) => wanted === null || has(wanted, log.topics[position]))
}

function has(list: readonly string[], value: string | undefined): boolean {
  if (value === undefined) return false
  return list.includes(value) || list.includes(value.toLowerCase())
}
