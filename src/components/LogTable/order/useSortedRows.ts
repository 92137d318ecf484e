'use client'
import { useEffect } from 'react'
import type { LogSource } from '../../../logs/list/PackedCursor.ts'
import { listDirection } from '../model/chainOrder.ts'
import type { LogTableProps, SortedRows } from '../model/LogTableProps.ts'
import type { RowOrder } from '../model/RowOrder.ts'

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
    onSortedChange(isSorted ? rowsInOrder(logs, rows) : undefined)
  }, [logs, rows, busy, order, onSortedChange])
}

/** The shown rows of a list, read like an array. */
export function rowsInOrder(logs: LogSource, { length, logAt }: RowOrder): SortedRows {
  return {
    length,
    at: (index) => {
      const row = index < 0 ? length + index : index
      return row < 0 || row >= length ? undefined : logs.at(logAt(row))
    },
  }
}
