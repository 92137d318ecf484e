import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { filterKey } from '../filter/filterKey.ts'
import type { RecordKey } from './openDatabase.ts'

/** The key of a record, or `undefined` for blocks beyond what a number can name: no chain has them. */
export function recordKey(
  networkId: number,
  filter: Filter,
  { from, to }: BlockInterval,
): RecordKey | undefined {
  const [first, last] = [Number(from), Number(to)]
  return Number.isSafeInteger(last) ? [networkId, filterKey(filter), first, last] : undefined
}
