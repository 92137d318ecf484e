import type { LogRow } from '../../../logs/Log.ts'
import { compareLogs, logId } from '../../../logs/order.ts'
import type { LogSource } from '../../../logs/list/PackedCursor.ts'

/**
 * Where `log` is in a list that is ordered either way, looking at `hint` first. `undefined` when it is not there.
 * Reads a handful of rows, whatever the length.
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
  const direction = compareLogs(first, last) > 0 ? -1 : 1
  let low = 0
  let high = logs.length - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const row = logs.at(middle)
    if (!row) return undefined
    const order = compareLogs(row, log) * direction
    if (order === 0) return same(middle) ? middle : undefined
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return undefined
}
