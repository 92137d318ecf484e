'use client'
import { useLayoutEffect, useRef } from 'react'
import { findLog } from './findLog.ts'
import type { LogRows } from './findLog.ts'
import type { ScrollStore } from './ScrollStore.ts'

interface SteadyScrollOptions {
  logs: LogRows
  rowHeight: number
  store: ScrollStore
  enabled: boolean
}

/**
 * Keeps the rows one is reading where they are when others arrive above them. At the very top new rows push in, for there
 * one wants to see them.
 */
export function useSteadyScroll({ logs, rowHeight, store, enabled }: SteadyScrollOptions): void {
  const previous = useRef(logs)
  useLayoutEffect(() => {
    const before = previous.current
    previous.current = logs
    if (!enabled || before === logs || store.top < rowHeight) return
    const index = Math.floor(store.top / rowHeight)
    const log = index < before.length ? before.at(index) : undefined
    const now = log && findLog(logs, log, index)
    if (now !== undefined && now !== index) store.scrollTo(store.top + (now - index) * rowHeight)
  }, [logs, rowHeight, store, enabled])
}
