'use client'
import { useLayoutEffect, useRef } from 'react'
import type { LogNeighbours } from '../model/LogNeighbours.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { neighboursOf } from './neighboursOf.ts'

interface NeighboursOptions extends Pick<LogTableProps, 'selected' | 'onNeighbours'> {
  items: TableItems
  tools: { readonly neighboursOf: typeof neighboursOf } | undefined
}

/** Reports the logs around the selected one when they change, once `tools` are loaded. */
export function useNeighbours({ items, selected, onNeighbours, tools }: NeighboursOptions): void {
  const reported = useRef<LogNeighbours>(undefined)
  useLayoutEffect(() => {
    if (!onNeighbours || !tools) return
    const before = reported.current
    const now = tools.neighboursOf(items, selected, before)
    reported.current = now
    if (now !== before) onNeighbours(now)
  }, [items, selected, onNeighbours, tools])
}
