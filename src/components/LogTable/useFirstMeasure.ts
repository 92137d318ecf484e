'use client'
import { useLayoutEffect, useState } from 'react'
import type { ScrollStore } from './ScrollStore.ts'

/**
 * Has a table without rows know its size before it is laid out for the first time: where there is little room, what stands for
 * its rows would move. One with rows waits for the browser to say it, as laying all of them out twice costs more.
 */
export function useFirstMeasure(store: ScrollStore, hasRows: boolean): void {
  const [, setWidth] = useState(0)
  // Each time until the browser says it: what is around the table may find its own size meanwhile.
  useLayoutEffect(() => {
    if (hasRows || store.observed) return undefined
    // Others begin to listen only after the first painting.
    const stop = store.subscribe(() => setWidth(store.width))
    store.measure()
    return stop
  })
}
