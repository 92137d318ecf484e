'use client'
import { useEffect, useMemo } from 'react'
import type { LocalFilter } from '../../../logs/filter/LocalFilter.ts'
import type { LogSource } from '../../../logs/list/PackedCursor.ts'
import { runToEnd } from '../../ui/SlicedJob.ts'
import { useSlicedJob } from '../../ui/useSlicedJob.ts'
import type { ColumnSet } from '../columns/ColumnSet.ts'
import { chainOrder, listDirection } from '../model/chainOrder.ts'
import type { LogSort } from '../model/LogTableView.ts'
import type { RowOrder } from '../model/RowOrder.ts'
import type { orderRows } from './orderRows.ts'

interface OrderedLogs {
  /** The list that `order` refers to: an older one while a newer one is being ordered. */
  readonly logs: LogSource
  readonly order: RowOrder
  readonly busy: boolean
  /** Whether the order is not known, because the code that sorts and filters is not loaded. */
  readonly isWaiting?: boolean | undefined
}

// Fewer logs are ordered synchronously.
const few = 2_000

interface OrderTools {
  readonly orderRows: typeof orderRows
}

/** Which logs are shown, in which order. Computed in time slices if every log must be read. */
export function useRowOrder(
  logs: LogSource,
  sort: LogSort | undefined,
  filters: readonly LocalFilter[] | undefined,
  usual: 'asc' | 'desc' | undefined,
  columns: ColumnSet['own'],
  labels: ReadonlyMap<string, string>,
  loaded: OrderTools | undefined,
): OrderedLogs {
  const isChainOrder = (!sort || sort.column === 'block') && !filters?.length
  // Left out in chain order, so that rows do not change when they are loaded.
  const tools = isChainOrder ? undefined : loaded
  // Of a column only the id is compared, so that functions created at each render do not restart a long sort.
  const own = sort?.column === 'custom' ? columns.get(sort.id) : undefined
  // Compared by value, because a controlled view may be a new object each time.
  const key = JSON.stringify({ sort, filters, usual })
  // Long lists follow labels that are found later with the next logs: the same key does not restart a sort.
  const { job, result: done } = useSlicedJob<RowOrder, LogSource>()
  const start = useMemo(() => {
    const { sort, filters = [], usual } = JSON.parse(key) as OrderKey
    return tools && (() => tools.orderRows(logs, filters, sort, usual, own, labels))
  }, [tools, logs, key, own, labels])
  const direction = sort?.direction
  const now = useMemo((): OrderedLogs | undefined => {
    if (isChainOrder)
      return { logs, order: chainOrder(logs, direction ?? listDirection(logs, usual)), busy: false }
    return start && logs.length <= few ? { logs, order: runToEnd(start()), busy: false } : undefined
  }, [isChainOrder, direction, usual, start, logs])
  const needed = now === undefined
  useEffect(() => {
    if (start && needed) job.request({ logs, key, start })
    else job.stop()
  }, [start, needed, job, logs, key])
  // Until the first result, all logs in their given order.
  const before = useMemo(
    () => ({ logs, order: chainOrder(logs, listDirection(logs, usual)), busy: true, isWaiting: !tools }),
    [tools, logs, usual],
  )
  if (now) return now
  if (!done) return before
  return { logs: done.logs, order: done.value, busy: done.logs !== logs || done.key !== key }
}

interface OrderKey {
  readonly sort?: LogSort
  readonly filters?: readonly LocalFilter[]
  readonly usual?: 'asc' | 'desc'
}
