import type { LogRow } from '../../../logs/Log.ts'
import { logId } from '../../../logs/order.ts'
import type { LogNeighbors } from '../model/LogNeighbors.ts'
import type { TableItems } from '../model/TableItems.ts'

/** The logs around the selected one; the same object as `before` if they are the same. */
export function neighborsOf(
  items: TableItems,
  selected: LogRow | undefined,
  before: LogNeighbors | undefined,
): LogNeighbors {
  const row = selected && items.rowOf(selected, 0)
  const now = { previous: logFrom(items, row, -1), next: logFrom(items, row, 1) }
  return before && isSame(before.previous, now.previous) && isSame(before.next, now.next) ? before : now
}

/** The nearest log above or below a row, skipping gaps. */
function logFrom(items: TableItems, row: number | undefined, step: 1 | -1): LogRow | undefined {
  if (row === undefined) return undefined
  for (let at = row + step; ; at += step) {
    const item = items.at(at)
    if (!item?.gap) return item?.log
  }
}

/** Whether two rows are the same log, with the same reading. */
function isSame(one: LogRow | undefined, other: LogRow | undefined): boolean {
  const isSameLog = (one && logId(one)) === (other && logId(other)) && one?.removed === other?.removed
  return isSameLog && one?.decoded?.signature === other?.decoded?.signature
}
