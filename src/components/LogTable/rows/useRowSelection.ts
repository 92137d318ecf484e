'use client'
import { useEffect, useMemo, useState } from 'react'
import type { LogRow } from '../../../logs/Log.ts'
import { logId } from '../../../logs/order.ts'
import { useLatest } from '../../../react/useLatest.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { Marked, pruneMarked } from './pruneMarked.ts'

/** The marked logs, with functions to mark them. Tracked by identity, because rows around them may change. */
export interface RowSelection {
  readonly size: number
  /** Whether a log was left out, because the limit is reached. */
  readonly full: boolean
  readonly has: (log: LogRow) => boolean
  readonly toggle: (row: number) => void
  /** Marks all rows from the last marked one, else from `from`, to this one. */
  readonly extendTo: (row: number, from: number) => void
  readonly toggleAll: () => void
  readonly clear: () => void
  /** The marked logs in display order; those without a row come last. */
  readonly logs: () => readonly LogRow[]
}

/** Maximum number of marked logs: more do not suit the clipboard and should be exported. */
export const maxSelected = 50_000

const nothing: Marked = { logs: new Map(), last: undefined, full: false }

interface RowSelectionOptions extends Pick<LogTableProps, 'removed' | 'onSelectionChange'> {
  tools: { readonly pruneMarked: typeof pruneMarked } | undefined
}

export function useRowSelection(
  items: TableItems,
  { tools, removed, onSelectionChange: onChange }: RowSelectionOptions,
): RowSelection {
  const [marked, setMarked] = useState(nothing)

  function change(next: Marked) {
    setMarked(next)
    onChange?.([...next.logs.values()])
  }

  const { logs: loaded } = items
  const current = useMemo(
    () => tools?.pruneMarked(marked, loaded, removed) ?? marked,
    [tools, marked, loaded, removed],
  )
  if (current !== marked) setMarked(current)
  const report = useLatest(onChange)
  useEffect(() => {
    if (marked.isPruned) report.current?.([...marked.logs.values()])
  }, [marked, report])

  function mark(from: number, to: number, last: LogRow | undefined) {
    const logs = new Map(marked.logs)
    let full = false
    for (let row = Math.min(from, to); row <= Math.max(from, to); row++) {
      const log = items.logAt(row)
      if (!log) continue
      if (logs.size >= maxSelected && !logs.has(logId(log))) {
        full = true
        break
      }
      logs.set(logId(log), log)
    }
    change({ logs, last, full })
  }

  return {
    size: marked.logs.size,
    full: marked.full,
    has: (log) => marked.logs.size > 0 && marked.logs.has(logId(log)),
    toggle(row) {
      const log = items.logAt(row)
      if (!log) return
      const logs = new Map(marked.logs)
      if (logs.delete(logId(log))) change({ logs, last: log, full: false })
      else mark(row, row, log)
    },
    extendTo(row, from) {
      const start = (marked.last && items.rowOf(marked.last, row)) ?? from
      mark(start, row, items.logAt(start))
    },
    toggleAll() {
      if (marked.logs.size > 0) change(nothing)
      else mark(0, items.length - 1, undefined)
    },
    clear: () => change(nothing),
    logs: () =>
      [...marked.logs.values()]
        .map((log) => ({ log, row: items.rowOf(log, 0) ?? items.length }))
        .sort((a, b) => a.row - b.row)
        .map(({ log }) => log),
  }
}
