'use client'
import { useLayoutEffect, useRef } from 'react'
import type { LogRow } from '../../../logs/Log.ts'
import type { TableView } from '../columns/useTableView.ts'
import type { LogSort } from '../model/LogTableView.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { countNewer } from '../order/countNewer.ts'
import type { ScrollStore } from '../scroll/ScrollStore.ts'

interface ScrollAnchorOptions {
  items: TableItems
  rowHeight: number
  store: ScrollStore
  /** Loaded while rows are sorted by a column. */
  tools: { readonly countNewer: typeof countNewer } | undefined
  /** Whether added rows are live logs rather than scan results. */
  live: boolean
  /** The logs that the user is reading: while visible, they are not pushed away. */
  read: ReadLogs
  /** Whether to keep rows in place, for example under an open menu. */
  hold: boolean
  /** A new sort scrolls to the top. */
  sort: LogSort
  /** The local filters: rows that reappear when one is removed are not new. */
  filters: TableView['filters']
}

interface ReadLogs {
  /** The log shown elsewhere. */
  readonly open: LogRow | undefined
  /** The log focused by keyboard, until focus leaves the table. */
  readonly focused: LogRow | undefined
}

interface Seen {
  readonly items: TableItems
  readonly rowHeight: number
  /** Its sort, as JSON. */
  readonly order: string
  /** Its local filters, as JSON. */
  readonly filters: string
  /** Whether rows were added live rather than by a scan. */
  readonly live: boolean
}

// Rows tried as anchor if the first is gone.
const maxTries = 60

/**
 * Keeps visible rows in place when others are added or removed above them. At the newest end new rows push in, unless an
 * open log would move out of view; elsewhere they are counted.
 */
export function useScrollAnchor(options: ScrollAnchorOptions): void {
  const { items, rowHeight, store, live, hold, filters, tools } = options
  const { open, focused } = options.read
  const order = JSON.stringify(options.sort)
  const seen = useRef<Seen>(undefined)
  useLayoutEffect(() => {
    const before = seen.current
    const { direction } = items.order
    // The props that these rows were made with: later ones belong to the next rows.
    const origin = before?.items === items ? before : { live, order, filters: JSON.stringify(filters) }
    seen.current = { ...origin, items, rowHeight }
    const wasAtEnd = store.atEnd
    store.setRows(items.length, rowHeight, direction === 'asc' ? 'end' : 'start')
    if (!before || before.items.length === 0) return
    if (before.order !== origin.order) {
      store.setArrived(0)
      store.scrollTo(0)
      return
    }
    if (before.items === items && before.rowHeight === rowHeight) return
    // Logs that are gone are not new.
    if (store.arrived > items.order.length) store.setArrived(items.order.length)
    const held = live && (hold || isReading(before, store, { open, focused }))
    const follows = live && !held && direction === 'asc' && wasAtEnd && store.offset > 0
    const atStart = store.offset < before.rowHeight / 2
    const anchor = atStart && !held ? undefined : findAnchor(before, items, store.offset)
    if (follows) store.scrollTo(items.length * rowHeight)
    else if (anchor) {
      const offset = anchor.now * rowHeight + (anchor.into / before.rowHeight) * rowHeight
      if (Math.abs(offset - store.offset) > 0.01) store.keepRows(offset)
    }
    if (!live || !before.live || before.filters !== origin.filters || follows) return
    const above = anchor ? items.logsAbove(anchor.now) - before.items.logsAbove(anchor.was) : 0
    // With the newest first, rows may have been trimmed at the other end.
    const grown = items.order.length - before.items.order.length
    const unseen =
      direction === 'desc'
        ? above
        : direction
          ? grown - Math.max(0, above)
          : tools!.countNewer(items, before.items)
    if (unseen > 0 && (direction === 'desc' || !store.atEnd)) store.setArrived(store.arrived + unseen)
  }, [items, rowHeight, store, live, hold, order, filters, tools, open, focused])
}

/** Whether the open or keyboard-focused log is visible. */
function isReading({ items, rowHeight }: Seen, store: ScrollStore, read: ReadLogs): boolean {
  const inSight = (log: LogRow | undefined) => {
    const row = log && items.rowOf(log, 0)
    if (row === undefined) return false
    const top = row * rowHeight - store.offset
    return top > -rowHeight && top < store.height
  }
  return inSight(read.open) || (inSight(read.focused) && store.element?.matches(':focus-within') === true)
}

/** The first visible row that still exists: its old and new index, and its pixels above the viewport. */
function findAnchor({ items: before, rowHeight }: Seen, after: TableItems, offset: number) {
  const first = Math.floor(offset / rowHeight)
  for (let was = first; was < Math.min(before.length, first + maxTries); was++) {
    const item = before.at(was)
    const now = item?.log ? after.rowOf(item.log, was) : item?.gap && after.rowOfGap(item.gap)
    if (now !== undefined) return { was, now, into: offset - was * rowHeight }
  }
  return undefined
}
