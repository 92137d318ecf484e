'use client'
import { useLayoutEffect, useState } from 'react'
import { useScroll, type ScrollStore } from './ScrollStore.ts'

/**
 * Measures a table before its first paint, so that columns and rows do not shift. Returns whether it is measured: rows wait for
 * that, because a second layout costs more. Server-rendered rows stay.
 */
export function useMeasureBeforePaint(store: ScrollStore, hasRows: boolean): boolean {
  const [, setWidth] = useState<number>()
  // On each render until the observer reports, because the layout around the table may still change.
  useLayoutEffect(() => {
    if (store.observed) return undefined
    // Other subscribers start listening only after the first paint.
    const stop = store.subscribe(() => setWidth(store.width))
    if (!hasRows || !store.measured) store.measure()
    return stop
  })
  return useScroll(store, () => store.measured, true)
}
