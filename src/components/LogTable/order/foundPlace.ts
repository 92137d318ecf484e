import type { LogRow } from '../../../logs/Log.ts'
import { lowerBound } from '../../../logs/lowerBound.ts'
import type { Found } from './findRows.ts'

/** Where a log is among the found rows. */
export interface FoundPlace {
  /** Its position, or that of the next found row. */
  readonly at: number
  /** Whether it is one of them. */
  readonly isFound: boolean
}

export function foundPlace({ items, rows }: Found, log: LogRow): FoundPlace {
  const shown = items.rowOf(log, 0)
  const row = shown === undefined ? undefined : items.logsAbove(shown)
  const at = lowerBound(rows.length, (index) => rows[index]! < (row ?? 0))
  return { at, isFound: row !== undefined && rows[at] === row }
}

/** The next or previous found log. After the last comes the first. */
export function stepFound(
  { items, rows }: Found,
  place: FoundPlace | undefined,
  by: 1 | -1,
): LogRow | undefined {
  if (rows.length === 0) return undefined
  const row = rows[(nextIndex(place, by) + rows.length) % rows.length]!
  return items.logs.at(items.order.logAt(row))
}

function nextIndex(place: FoundPlace | undefined, by: 1 | -1): number {
  if (!place) return by > 0 ? 0 : -1
  // If the log itself was not found, the next found row is already at its place.
  return by > 0 && !place.isFound ? place.at : place.at + by
}
