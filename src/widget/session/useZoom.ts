'use client'
import { useState } from 'react'
import type { BlockInterval } from '../../logs/Coverage.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'

/** The blocks that a question was narrowed to. */
export interface Zoom {
  /** What had been asked before: all its blocks, and those that are drawn. */
  readonly outer: LogSearch
  readonly whole: BlockInterval
  readonly range: BlockInterval
}

export interface UseZoomReturnType {
  /** `undefined` when all blocks are looked at. */
  readonly zoom: Zoom | undefined
  /** Looks at some blocks of `whole`, or again at all. */
  readonly zoomTo: (range: BlockInterval | undefined, whole: BlockInterval) => void
}

/**
 * Zooms into the blocks of a question, which is to ask for fewer of them: what is held answers without a request. It
 * lasts until something else is asked, however logs are looked at meanwhile. `ask` returns the question as it is asked.
 */
export function useZoom(
  query: LogSearch | undefined,
  ask: (query: LogSearch) => LogSearch,
): UseZoomReturnType {
  const [last, setLast] = useState<Zoom & { asked: LogSearch }>()
  const zoom = last && last.asked === query ? last : undefined
  return {
    zoom,
    zoomTo(range, shown) {
      if (!range) {
        if (zoom) ask(zoom.outer)
        return
      }
      const outer = zoom?.outer ?? query
      if (!outer) return
      const whole = zoom?.whole ?? shown
      // What ends at the newest block goes on to do so.
      const isOpen = range.to >= whole.to
      const toBlock = isOpen ? (outer.toBlock ?? 'latest') : range.to
      const asked = ask({ ...outer, blockHash: null, fromBlock: range.from, toBlock })
      setLast({ asked, outer, whole, range })
    },
  }
}
