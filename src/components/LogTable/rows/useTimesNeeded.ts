'use client'
import { useEffect } from 'react'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { RowRange } from '../scroll/rowWindow.ts'
import type { blocksWithoutTime } from './blocksWithoutTime.ts'

export interface TimeTools {
  readonly blocksWithoutTime: typeof blocksWithoutTime
}

interface TimesNeededOptions extends Pick<LogTableProps, 'timestamps' | 'onTimesNeeded'> {
  items: TableItems
  range: RowRange
  tools: TimeTools | undefined
}

// In milliseconds: visible rows must stay this long before their times are requested.
const reportDelay = 120

/** Reports the visible blocks whose timestamps are missing, once `tools` are loaded. */
export function useTimesNeeded({ items, range, timestamps, onTimesNeeded, tools }: TimesNeededOptions): void {
  const { first, last } = range
  useEffect(() => {
    if (!onTimesNeeded || !tools) return
    const timer = setTimeout(() => {
      const blocks = tools.blocksWithoutTime(items, { first, last }, timestamps)
      if (blocks.length > 0) onTimesNeeded(blocks)
    }, reportDelay)
    return () => clearTimeout(timer)
  }, [items, first, last, timestamps, onTimesNeeded, tools])
}
