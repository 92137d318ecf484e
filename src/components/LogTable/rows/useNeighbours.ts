'use client'
import { useLayoutEffect, useRef } from 'react'
import type { LogRow } from '../../../logs/Log.ts'
import { logId } from '../../../logs/order.ts'
import type { LogNeighbours } from '../model/LogNeighbours.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { TableItems } from '../model/TableItems.ts'

interface NeighboursOptions extends Pick<LogTableProps, 'selected' | 'onNeighbours'> {
  items: TableItems
}

/** Reports the logs around the selected one when they change. */
export function useNeighbours({ items, selected, onNeighbours }: NeighboursOptions): void {
  const reported = useRef<LogNeighbours>(undefined)
  const hint = useRef(0)
  useLayoutEffect(() => {
    if (!onNeighbours) return
    const row = selected && items.rowOf(selected, hint.current)
    hint.current = row ?? 0
    const now = { previous: logFrom(items, row, -1), next: logFrom(items, row, 1) }
    const before = reported.current
    if (before && isSame(before.previous, now.previous) && isSame(before.next, now.next)) return
    reported.current = now
    onNeighbours(now)
  }, [items, selected, onNeighbours])
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
