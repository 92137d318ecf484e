'use client'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { ScrollStore } from './ScrollStore.ts'

/**
 * Has a table know its size before it is laid out for the first time: where there is little room, columns and rows would
 * move. Returns whether its rows can be drawn: until it is measured there are none, as laying all of them out twice costs
 * more. What a server has drawn stays.
 */
export function useMeasureBeforePaint(store: ScrollStore, hasRows: boolean): boolean {
  const [, setWidth] = useState<number>()
  // Each time until the browser says it: what is around the table may find its own size meanwhile.
  useLayoutEffect(() => {
    if (store.observed) return undefined
    // Others begin to listen only after the first painting.
    const stop = store.subscribe(() => setWidth(store.width))
    if (!hasRows || !store.measured) store.measure()
    return stop
  })
  return useSyncExternalStore(
    store.subscribe,
    () => store.measured,
    () => true,
  )
}
