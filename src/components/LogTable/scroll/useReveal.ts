'use client'
import { useEffect, useRef } from 'react'
import type { ChainLogsResult } from '../../../logs/snapshot/LogsResult.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { rowOfBlock } from './rowOfBlock.ts'

interface RevealOptions {
  items: TableItems
  chains: readonly ChainLogsResult[] | undefined
  tools: { readonly rowOfBlock: typeof rowOfBlock } | undefined
  moveTo: (row: number, column: number) => void
  /** Without taking focus. */
  pointAt: (row: number) => void
}

/** Scrolls to a log or block, once per request: at once, or when it and `tools` are loaded. */
export function useReveal(
  reveal: LogTableProps['reveal'],
  { items, chains, tools, moveTo, pointAt }: RevealOptions,
): void {
  const done = useRef<LogTableProps['reveal']>(undefined)
  useEffect(() => {
    if (!reveal || done.current === reveal || (!tools && 'block' in reveal)) return
    const row = 'log' in reveal ? items.rowOf(reveal.log, 0) : tools?.rowOfBlock(reveal, items, chains)
    if (row === undefined) return
    done.current = reveal
    // Moving focus renders synchronously, which React does not allow within an effect.
    queueMicrotask(() => ('log' in reveal ? pointAt(row) : moveTo(row, 0)))
  })
}
