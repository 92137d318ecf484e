'use client'
import { useLayoutEffect, useRef } from 'react'
import type { ScrollStore } from './ScrollStore.ts'
import type { TableItems } from './TableItems.ts'

interface SteadyScrollOptions {
  items: TableItems
  rowHeight: number
  store: ScrollStore
  /** Whether rows that come are news, and not what was asked for. */
  live: boolean
}

interface Seen {
  readonly items: TableItems
  readonly rowHeight: number
  /** Which rows, and in which order. */
  readonly order: string
}

// How many rows below the first are tried when it is gone.
const tries = 60

/**
 * Keeps the rows one is reading where they are when others come or go above them. At the newest end rows push in, for
 * there one wants to see them; elsewhere those that come are counted.
 */
export function useSteadyScroll({ items, rowHeight, store, live }: SteadyScrollOptions): void {
  const seen = useRef<Seen>(undefined)
  useLayoutEffect(() => {
    const before = seen.current
    const { direction } = items.order
    const order = direction ?? 'sorted'
    seen.current = { items, rowHeight, order }
    const wasAtEnd = store.atEnd
    store.setRows(items.length, rowHeight, direction === 'asc' ? 'end' : 'start')
    if (!before || before.items.length === 0) return
    if (before.order !== order) {
      store.setArrived(0)
      store.scrollTo(0)
      return
    }
    if (before.items === items && before.rowHeight === rowHeight) return
    const follows = live && direction === 'asc' && wasAtEnd && store.offset > 0
    const anchor = store.offset < before.rowHeight / 2 ? undefined : findAnchor(before, items, store.offset)
    if (follows) store.scrollTo(items.length * rowHeight)
    else if (anchor) {
      const offset = anchor.now * rowHeight + (anchor.into / before.rowHeight) * rowHeight
      if (Math.abs(offset - store.offset) > 0.01) store.scrollTo(offset)
    }
    if (!live || follows) return
    const above = anchor ? items.logsAbove(anchor.now) - before.items.logsAbove(anchor.was) : 0
    // Newest first, as many may have gone at the other end as have come at this one.
    const grown = items.order.length - before.items.order.length
    const unseen = direction === 'desc' ? above : grown - Math.max(0, above)
    if (unseen > 0 && (direction === 'desc' || !store.atEnd)) store.setArrived(store.arrived + unseen)
  }, [items, rowHeight, store, live])
}

/** The first row in sight that is still there: where it was, where it is, and how many of its pixels are out of sight. */
function findAnchor({ items: before, rowHeight }: Seen, after: TableItems, offset: number) {
  const first = Math.floor(offset / rowHeight)
  for (let was = first; was < Math.min(before.length, first + tries); was++) {
    const item = before.at(was)
    const now = item?.log ? after.rowOf(item.log, was) : item?.gap && after.rowOfGap(item.gap)
    if (now !== undefined) return { was, now, into: offset - was * rowHeight }
  }
  return undefined
}
