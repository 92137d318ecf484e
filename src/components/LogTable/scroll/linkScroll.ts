import { lowerBound } from '../../../logs/lowerBound.ts'
import type { ScrollLink } from '../model/ScrollLink.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { ScrollStore } from './ScrollStore.ts'

interface ScrollLinkOptions {
  items: TableItems
  store: ScrollStore
  rowHeight: number
}

/**
 * Scrolls with other tables, by block, while rows are in the order of one chain: block numbers of different chains do not compare.
 * Returns a function that ends it.
 */
export function linkScroll(link: ScrollLink, { items, store, rowHeight }: ScrollLinkOptions): () => void {
  const { direction } = items.order
  if (!direction || items.logs.compare) return () => {}
  let { offset } = store
  let isFollowing = false
  const stopReporting = store.subscribe(() => {
    if (isFollowing || Math.abs(store.offset - offset) < 1) return
    ;({ offset } = store)
    const block = blockAt(items, Math.floor(offset / rowHeight))
    if (block !== undefined) link.scroll(block, store)
  })
  const stopFollowing = link.subscribe((block, source) => {
    if (source === store) return
    const isBefore = (row: number) => {
      const at = blockAt(items, row)
      return at !== undefined && (direction === 'asc' ? at < block : at > block)
    }
    isFollowing = true
    store.scrollTo(lowerBound(items.length, isBefore) * rowHeight)
    isFollowing = false
    ;({ offset } = store)
  })
  return () => {
    stopReporting()
    stopFollowing()
  }
}

/** The block of a row; for a gap, its first block from the top. */
function blockAt(items: TableItems, row: number): bigint | undefined {
  const { log, gap } = items.at(row) ?? {}
  return log?.blockNumber ?? (items.order.direction === 'asc' ? gap?.range.from : gap?.range.to)
}
