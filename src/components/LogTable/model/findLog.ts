import type { LogRow } from '../../../logs/Log.ts'
import { compareLogs, logId } from '../../../logs/order.ts'
import type { LogSource } from '../../../logs/list/PackedCursor.ts'
import { lowerBound } from '../../../logs/lowerBound.ts'

/**
 * The index of `log` in an ascending or descending list, looking at `hint` first; `undefined` if absent. Reads a
 * handful of rows, whatever the length.
 */
export function findLog(logs: LogSource, log: LogRow, hint: number): number | undefined {
  const same = (index: number) => {
    const row = index >= 0 && index < logs.length ? logs.at(index) : undefined
    return row !== undefined && (row === log || logId(row) === logId(log))
  }
  if (same(hint)) return hint
  const first = logs.at(0)
  const last = logs.at(-1)
  if (!first || !last) return undefined
  const { compare = compareLogs } = logs
  const direction = compare(first, last) > 0 ? -1 : 1
  const found = lowerBound(logs.length, (index) => {
    const row = logs.at(index)
    return row !== undefined && compare(row, log) * direction < 0
  })
  // A removed log and its replacement have the same position.
  for (let at = found; at < logs.length; at++) {
    if (same(at)) return at
    const row = logs.at(at)
    if (!row || compare(row, log) !== 0) return undefined
  }
  return undefined
}
