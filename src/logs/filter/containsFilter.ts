import { partsOf, type Filter, type FilterPart } from './Filter.ts'

/**
 * Whether every log that matches `narrow` is known to match `wide` as well. Both must be in canonical form. Each part of
 * `narrow` must be within one part of `wide`.
 */
export function containsFilter(wide: Filter, narrow: Filter): boolean {
  return partsOf(narrow).every((part) => partsOf(wide).some((one) => containsPart(one, part)))
}

export function containsPart(wide: FilterPart, narrow: FilterPart): boolean {
  if (wide.address && !isWithin(narrow.address, wide.address)) return false
  // A filter requires at least as many topics as it has positions, even if these are `null`.
  if (wide.topics.length > narrow.topics.length) return false
  return wide.topics.every((anyOf, position) => anyOf === null || isWithin(narrow.topics[position], anyOf))
}

/** Both lists are sorted, so one pass is enough. */
function isWithin(part: readonly string[] | null | undefined, whole: readonly string[]): boolean {
  if (!part) return false
  let at = 0
  for (const value of part) {
    while (at < whole.length && whole[at]! < value) at++
    if (whole[at] !== value) return false
  }
  return true
}
