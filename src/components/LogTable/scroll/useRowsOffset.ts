'use client'
import { useLayoutEffect, useRef } from 'react'
import type { ScrollStore } from './ScrollStore.ts'

/**
 * The box that holds the rows, translated when the scrollbar cannot represent their offset.
 * Bypasses React, because with too many rows to scroll through it moves in every frame.
 */
export function useRowsOffset(store: ScrollStore, base: number) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const move = () => {
      // Changes below a hundredth of a pixel are not worth a write.
      const transform = `translateY(${Math.round((base - store.drift) * 100) / 100}px)`
      if (box.current && box.current.style.transform !== transform) box.current.style.transform = transform
    }
    move()
    return store.subscribe(move)
  }, [store, base])
  return box
}
