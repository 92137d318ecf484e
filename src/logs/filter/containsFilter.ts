import type { Filter } from './Filter.ts'

/** Whether every log that matches `narrow` also matches `wide`. Both must be in canonical form. */
export function containsFilter(wide: Filter, narrow: Filter): boolean {
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
