'use client'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { LogRow } from '../../../logs/Log.ts'
import { logId } from '../../../logs/order.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { Marked, markedLogs, pruneMarked } from './markRows.ts'

/** The marked logs, with functions to mark them. */
export interface RowSelection {
  readonly size: number
  /** Whether a log was left out, because the limit is reached. */
  readonly full: boolean
  readonly has: (log: LogRow) => boolean
  readonly toggle: (row: number) => void
  /** Marks all rows from the last marked one, else from `from`, to this one. */
  readonly extendTo: (row: number, from: number) => void
  readonly markAll: () => void
  /** Marks all rows between the first marked one and the last. */
  readonly markBetween: () => void
  /** Unmarks all if any is marked, else marks all. */
  readonly toggleAll: () => void
  readonly clear: () => void
  /** The marked logs in display order; those without a row come last. */
  readonly logs: () => readonly LogRow[]
}

const nothing: Marked = { logs: new Map(), last: undefined, full: false }

type MarkRows = (marked: Marked, items: TableItems, row: number, from: number) => Marked

type MarkTool = 'toggleRow' | 'extendMarks' | 'markAllRows' | 'markBetween'

interface MarkTools extends Record<MarkTool, MarkRows> {
  readonly pruneMarked: typeof pruneMarked
  readonly markedLogs: typeof markedLogs
}

interface RowSelectionOptions extends Pick<LogTableProps, 'removed' | 'onSelectionChange'> {
  tools: MarkTools | undefined
  /** Runs once tools are loaded. */
  withTools: (run: (tools: MarkTools) => void) => void
}

export function useRowSelection(items: TableItems, options: RowSelectionOptions): RowSelection {
  const { tools, withTools, removed, onSelectionChange } = options
  const [marked, setMarked] = useState(nothing)
  const { logs: loaded } = items
  const current = useMemo(
    () => tools?.pruneMarked(marked, loaded, removed) ?? marked,
    [tools, marked, loaded, removed],
  )
  if (current !== marked) setMarked(current)
  const reported = useRef(marked.logs)
  useEffect(() => {
    if (reported.current === marked.logs) return
    reported.current = marked.logs
    onSelectionChange?.([...marked.logs.values()])
  }, [marked, onSelectionChange])
  const change = (by: MarkTool, row = 0, from = row) =>
    withTools((loaded) => setMarked((before) => loaded[by](before, items, row, from)))
  const clear = () => setMarked(nothing)
  const markAll = () => change('markAllRows')
  return {
    size: marked.logs.size,
    full: marked.full,
    has: (log) => marked.logs.size > 0 && marked.logs.has(logId(log)),
    toggle: (row) => change('toggleRow', row),
    extendTo: (row, from) => change('extendMarks', row, from),
    markAll,
    markBetween: () => change('markBetween'),
    toggleAll: marked.logs.size > 0 ? clear : markAll,
    clear,
    // Nothing can be marked before tools are loaded.
    logs: () => tools?.markedLogs(marked, items) ?? [],
  }
}
