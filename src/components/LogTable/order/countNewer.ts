import { listDirection } from '../model/chainOrder.ts'
import { findLog, type TableItems } from '../model/TableItems.ts'

/** How many of the added rows are logs newer than all before, rather than history that was read since. */
export function countNewer({ logs, order }: TableItems, before: TableItems): number {
  const newest = before.logs.at(listDirection(before.logs) === 'desc' ? 0 : -1)!
  const at = findLog(logs, newest, 0)
  // A reorganization has removed it.
  if (at === undefined) return 0
  const newer = listDirection(logs) === 'desc' ? at : logs.length - 1 - at
  return Math.min(newer, order.length - before.order.length)
}
