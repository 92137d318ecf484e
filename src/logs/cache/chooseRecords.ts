import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { intersect, subtract } from '../intervals.ts'
import type { IntervalSet } from '../intervals.ts'
import { containsFilter } from '../filter/containsFilter.ts'
import { filterKey } from '../filter/filterKey.ts'
import type { StoredKey } from './LogStorage.ts'

/** The records to read for what is missing: those of the filter itself, then those of wider ones for what these lack. */
export function chooseRecords(
  keys: readonly StoredKey[],
  filter: Filter,
  missing: IntervalSet,
): readonly StoredKey[] {
  const own = filterKey(filter)
  const candidates = keys
    .filter((key) => intersect([key.range], missing).length > 0 && containsFilter(key.filter, filter))
    .map((key) => ({ key, isOwn: filterKey(key.filter) === own }))
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || compareRanges(a.key.range, b.key.range))
  const chosen: StoredKey[] = []
  let wanted = missing
  for (const { key } of candidates) {
    if (intersect([key.range], wanted).length === 0) continue
    chosen.push(key)
    wanted = subtract(wanted, [key.range])
  }
  // In the order of the blocks, so that the first rows are there first.
  return chosen.sort((a, b) => compareRanges(a.range, b.range))
}

/** By first block; of two that begin together the longer one comes first. */
function compareRanges(a: BlockInterval, b: BlockInterval): number {
  return Number(a.from - b.from) || Number(b.to - a.to)
}
