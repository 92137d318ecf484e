'use client'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { FadingRows } from './FadingRows.ts'
import type { FadingRow } from './FadingRows.ts'
import type { RowRange } from './rowWindow.ts'
import type { ScrollStore } from './ScrollStore.ts'
import type { TableItems } from '../model/TableItems.ts'

interface FadingRowsOptions {
  items: TableItems
  /** The rows in sight. */
  range: RowRange
  rowHeight: number
  store: ScrollStore
  removed: ReadonlySet<string> | undefined
}

const nothing: ReadonlySet<string> = new Set()

/** The rows that are fading out. */
export function useFadingRows(options: FadingRowsOptions): readonly FadingRow[] {
  const { items, range, rowHeight, store, removed = nothing } = options
  const { first, last } = range
  const [fading] = useState(() => new FadingRows())
  useLayoutEffect(
    () => fading.see(items, { first, last }, { rowHeight, store, removed }),
    [fading, items, first, last, rowHeight, store, removed],
  )
  return useSyncExternalStore(
    fading.subscribe,
    () => fading.rows,
    () => fading.rows,
  )
}
