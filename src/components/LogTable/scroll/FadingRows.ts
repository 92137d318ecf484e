'use client'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { Listeners } from '../../../base/Listeners.ts'
import type { LogRow } from '../../../logs/Log.ts'
import type { TableItems } from '../model/TableItems.ts'
import { isRemoved } from '../model/withResult.ts'
import type { RowRange } from './rowWindow.ts'
import type { ScrollStore } from './ScrollStore.ts'

/** A removed row, and its distance below the top of the viewport. */
export interface FadingRow {
  readonly log: LogRow
  readonly top: number
}

// Milliseconds, as in rows.css.
const fadeTime = 900
const none: readonly FadingRow[] = []

/** Visible rows that a reorganization removed, kept for a moment while they fade. */
export class FadingRows {
  rows = none
  #seen: { items: TableItems; range: RowRange } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Listeners(() => () => {
    clearTimeout(this.#timer)
    this.rows = none
  })
  readonly subscribe = this.#listeners.add

  /** Reports the visible rows. Call before the scroll anchor is applied. */
  see(
    items: TableItems,
    range: RowRange,
    { rowHeight, store, removed }: Pick<FadingRowsOptions, 'rowHeight' | 'store' | 'removed'>,
  ): void {
    const before = this.#seen
    this.#seen = { items, range }
    if (!before || before.items === items) return
    const gone: FadingRow[] = []
    for (let row = before.range.first; row <= before.range.last; row++) {
      const log = before.items.logAt(row)
      if (log && isRemoved(log, removed) && items.rowOf(log, row) === undefined)
        gone.push({ log, top: row * rowHeight - store.offset })
    }
    if (gone.length === 0) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#show(none), fadeTime)
    this.#show(gone)
  }

  #show(rows: readonly FadingRow[]): void {
    this.rows = rows
    this.#listeners.notify()
  }
}

export interface FadingRowsOptions {
  items: TableItems
  /** The visible rows. */
  range: RowRange
  rowHeight: number
  store: ScrollStore
  removed: ReadonlySet<string> | undefined
}

/** The rows that are fading out. */
export function useFadingRows(options: FadingRowsOptions): readonly FadingRow[] {
  const { items, range, rowHeight, store, removed } = options
  const { first, last } = range
  const [fading] = useState(() => new FadingRows())
  useLayoutEffect(
    () => fading.see(items, { first, last }, { rowHeight, store, removed }),
    [fading, items, first, last, rowHeight, store, removed],
  )
  const getRows = () => fading.rows
  return useSyncExternalStore(fading.subscribe, getRows, getRows)
}
