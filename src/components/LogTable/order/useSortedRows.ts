'use client'
import { useEffect } from 'react'
import type { LogSource } from '../../../logs/list/PackedCursor.ts'
import { listDirection } from '../model/chainOrder.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { RowOrder } from '../model/RowOrder.ts'
import type { rowsInOrder } from './rowsInOrder.ts'

interface SortedRowsOptions extends Pick<LogTableProps, 'order' | 'onSortedChange'> {
  logs: LogSource
  rows: RowOrder
  busy: boolean
  tools: { readonly rowsInOrder: typeof rowsInOrder } | undefined
}

/** Reports the rows while the table's order differs from the list's, once `tools` are loaded. */
export function useSortedRows({ logs, rows, busy, order, onSortedChange, tools }: SortedRowsOptions): void {
  useEffect(() => {
    if (!onSortedChange || !tools) return
    const isSorted = !busy && rows.length > 0 && rows.direction !== listDirection(logs, order)
    onSortedChange(isSorted ? tools.rowsInOrder(logs, rows) : undefined)
  }, [logs, rows, busy, order, onSortedChange, tools])
}
