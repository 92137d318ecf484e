import type { Filter } from '../Filter.ts'
import { intersect, subtract } from '../intervals.ts'
import type { IntervalSet } from '../intervals.ts'
import { containsFilter } from './containsFilter.ts'
import { filterKey } from './filterKey.ts'
import type { StoredKey } from './LogStorage.ts'

/** The records to read for what is missing: of the filter itself first, then of wider ones; of two that overlap the wider interval. */
export function chooseRecords(
  keys: readonly StoredKey[],
  filter: Filter,
  missing: IntervalSet,
): readonly StoredKey[] {
  const own = filterKey(filter)
  const width = ({ range }: StoredKey) => Number(range.to - range.from)
  const candidates = keys
    .filter((key) => intersect([key.range], missing).length > 0 && containsFilter(key.filter, filter))
    .map((key) => ({ key, isOwn: filterKey(key.filter) === own }))
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || width(b.key) - width(a.key))
  const chosen: StoredKey[] = []
  let wanted = missing
  for (const { key } of candidates) {
    if (intersect([key.range], wanted).length === 0) continue
    chosen.push(key)
    wanted = subtract(wanted, [key.range])
  }
  // In the order of the blocks, so that the first rows are there first.
  return chosen.sort((a, b) => (a.range.from < b.range.from ? -1 : 1))
}
