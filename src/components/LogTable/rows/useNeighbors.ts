'use client'
import { useLayoutEffect, useRef } from 'react'
import type { LogNeighbors } from '../model/LogNeighbors.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { neighborsOf } from './neighborsOf.ts'

interface NeighborsOptions extends Pick<LogTableProps, 'selected' | 'onNeighbors'> {
  items: TableItems
  tools: { readonly neighborsOf: typeof neighborsOf } | undefined
}

/** Reports the logs around the selected one when they change, once `tools` are loaded. */
export function useNeighbors({ items, selected, onNeighbors, tools }: NeighborsOptions): void {
  const reported = useRef<LogNeighbors>(undefined)
  useLayoutEffect(() => {
    if (!onNeighbors || !tools) return
    const before = reported.current
    const now = tools.neighborsOf(items, selected, before)
    reported.current = now
    if (now !== before) onNeighbors(now)
  }, [items, selected, onNeighbors, tools])
}
