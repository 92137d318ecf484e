'use client'
import { useLayoutEffect, useRef } from 'react'
import type { ScrollStore } from './ScrollStore.ts'

/**
 * The box that holds the drawn rows, kept where they are in sight while the scrollbar moves by other pixels than they do.
 * Without React: where there are too many rows to scroll through, it moves in every frame, and nothing in it changes.
 */
export function useRowsOffset(store: ScrollStore, base: number) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const move = () => {
      // What is less than can be seen is no reason to draw.
      const transform = `translateY(${Math.round((base - store.drift) * 100) / 100}px)`
      if (box.current && box.current.style.transform !== transform) box.current.style.transform = transform
    }
    move()
    return store.subscribe(move)
  }, [store, base])
  return box
}
