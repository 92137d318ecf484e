import type { LogSource } from '../../../logs/list/PackedCursor.ts'
import { compareLogs } from '../../../logs/order.ts'
import type { RowOrder } from './RowOrder.ts'

/** Whether a list starts with its oldest or newest log; `usual` for lists too short to tell. */
export function listDirection(logs: LogSource, usual: 'asc' | 'desc' = 'asc'): 'asc' | 'desc' {
  const first = logs.at(0)
  const last = logs.at(-1)
  const order = first && last ? (logs.compare ?? compareLogs)(first, last) : 0
  if (order === 0) return usual
  return order > 0 ? 'desc' : 'asc'
}

/** All logs, oldest or newest first, without reading or copying any. */
export function chainOrder(logs: LogSource, direction: 'asc' | 'desc'): RowOrder {
  const { length } = logs
  const same = listDirection(logs, direction) === direction
  const flip = (index: number) => (same ? index : length - 1 - index)
  return { length, logAt: flip, rowOf: flip, direction }
}
