'use client'
import { useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ScrollStore } from './ScrollStore.ts'

/**
 * Has a table know its size before it is painted for the first time: where there is little room, columns and what stands
 * for rows would move. One without rows asks for it; one with rows waits for the browser to say it, as laying all of them
 * out twice costs more.
 */
export function useFirstMeasure(store: ScrollStore, hasRows: boolean): void {
  const [, setWidth] = useState(0)
  // Each time until the browser says it: what is around the table may find its own size meanwhile.
  useLayoutEffect(() => {
    if (store.observed) return undefined
    const update = () => setWidth(store.width)
    // Others begin to listen only after the first painting.
    const stop = store.subscribe(() => {
      if (!store.observed) return update()
      stop()
      flushSync(update)
    })
    if (!hasRows) store.measure()
    return stop
  })
}
