'use client'
import { useEffect } from 'react'
import type { Hash } from 'viem'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { RowRange } from '../scroll/rowWindow.ts'

interface TimesNeededOptions extends Pick<LogTableProps, 'timestamps' | 'onTimesNeeded'> {
  items: TableItems
  range: RowRange
}

// In milliseconds: visible rows must stay this long before their times are requested.
const reportDelay = 120

/** Reports the visible blocks whose timestamps are missing. */
export function useTimesNeeded({ items, range, timestamps, onTimesNeeded }: TimesNeededOptions): void {
  const { first, last } = range
  useEffect(() => {
    if (!onTimesNeeded) return
    const timer = setTimeout(() => {
      const blocks = new Set<Hash>()
      for (let row = first; row <= last; row++) {
        const log = items.logAt(row)
        if (log && log.blockTimestamp === undefined && !timestamps?.has(log.blockHash))
          blocks.add(log.blockHash)
      }
      if (blocks.size > 0) onTimesNeeded([...blocks])
    }, reportDelay)
    return () => clearTimeout(timer)
  }, [items, first, last, timestamps, onTimesNeeded])
}
