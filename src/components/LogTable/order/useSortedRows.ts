'use client'
import { useEffect } from 'react'
import type { LogSource } from '../../../logs/list/PackedCursor.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { RowOrder } from '../model/RowOrder.ts'
import { listDirection } from './chainOrder.ts'

interface SortedRowsOptions extends Pick<LogTableProps, 'order' | 'onSortedChange'> {
  logs: LogSource
  rows: RowOrder
  busy: boolean
}

/** Reports the rows while the table's order differs from the list's. */
export function useSortedRows({ logs, rows, busy, order, onSortedChange }: SortedRowsOptions): void {
  useEffect(() => {
    if (!onSortedChange) return
    const isSorted = !busy && rows.length > 0 && rows.direction !== listDirection(logs, order)
    onSortedChange(isSorted ? { length: rows.length, at: (row) => logs.at(rows.logAt(row)) } : undefined)
  }, [logs, rows, busy, order, onSortedChange])
}
