'use client'
import { useEffect, useRef } from 'react'
import { firstLogIn } from '../../../logs/list/firstLogIn.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { TableItems } from '../model/TableItems.ts'

interface RevealOptions extends Pick<LogTableProps, 'logs' | 'reveal'> {
  items: TableItems
  moveTo: (row: number, column: number) => void
  /** Without taking focus. */
  pointAt: (row: number) => void
}

/** Scrolls to a block or log, once per request. */
export function useReveal({ logs = none, reveal, items, moveTo, pointAt }: RevealOptions): void {
  const done = useRef<LogTableProps['reveal']>(undefined)
  useEffect(() => {
    if (!reveal || done.current === reveal) return
    done.current = reveal
    const row = 'log' in reveal ? items.rowOf(reveal.log, 0) : rowOfBlock(reveal.block, logs, items)
    // Moving focus renders synchronously, which React does not allow within an effect.
    if (row !== undefined) queueMicrotask(() => ('log' in reveal ? pointAt(row) : moveTo(row, 0)))
  })
}

const none: NonNullable<LogTableProps['logs']> = []

/** The row of the first log of a block, else of the blocks that are missing there, else of the next log after it. */
function rowOfBlock(
  block: bigint,
  logs: NonNullable<LogTableProps['logs']>,
  items: TableItems,
): number | undefined {
  const rowIn = (to: bigint) => {
    const log = firstLogIn(logs, { from: block, to })
    return log && items.rowOf(log, 0)
  }
  const exact = rowIn(block)
  if (exact !== undefined) return exact
  const gap = items.gaps.find(({ range }) => range.from <= block && block <= range.to)
  if (gap) return items.rowOfGap(gap)
  const ends = [logs.at(0)?.blockNumber ?? 0n, logs.at(-1)?.blockNumber ?? 0n]
  return rowIn(ends[0]! > ends[1]! ? ends[0]! : ends[1]!)
}
