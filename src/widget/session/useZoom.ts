'use client'
import { useState } from 'react'
import { isSameQuery } from '../../components/FilterBuilder/draft/isSameQuery.ts'
import type { BlockInterval } from '../../logs/Coverage.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'

/** The blocks that a query is zoomed to. */
export interface Zoom {
  /** The query before zooming, and its visible blocks. */
  readonly outer: LogSearch
  readonly whole: BlockInterval
  readonly range: BlockInterval
}

export interface UseZoomReturnType {
  /** `undefined` if not zoomed. */
  readonly zoom: Zoom | undefined
  /** Zooms to some of the blocks `shown`, or out to all. */
  readonly zoomTo: (range: BlockInterval | undefined, shown: BlockInterval | undefined) => void
}

/**
 * Zooms by running the query on fewer blocks, which the cache answers without requests. A zoom
 * lasts until another query runs. `runQuery` runs a query and returns it with defaults.
 */
export function useZoom(
  query: LogSearch | undefined,
  runQuery: (query: LogSearch) => LogSearch,
): UseZoomReturnType {
  const [last, setLast] = useState<Zoom & { query: LogSearch }>()
  // A page that owns the query may return a copy of it.
  const zoom = last && query && (last.query === query || isSameQuery(last.query, query)) ? last : undefined
  return {
    zoom,
    zoomTo(range, shown) {
      if (!range) {
        if (zoom) runQuery(zoom.outer)
        return
      }
      const outer = zoom?.outer ?? query
      if (!outer) return
      const whole = zoom?.whole ?? shown ?? range
      // A range that ends at the latest block stays open-ended.
      const isOpen = range.to >= whole.to
      const toBlock = isOpen ? (outer.toBlock ?? 'latest') : range.to
      const zoomed = runQuery({ ...outer, blockHash: null, fromBlock: range.from, toBlock })
      setLast({ query: zoomed, outer, whole, range })
    },
  }
}
