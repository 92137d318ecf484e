'use client'
import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'
import type { MenuAnchor } from './MenuAnchor.ts'
import { placeBeside } from './placeBeside.ts'

/**
 * Keeps what floats beside its anchor for as long as it is there: whatever scrolls, is resized or moves for another reason.
 * An anchor that is gone leaves it where it is.
 */
export function usePlaceBeside(floating: RefObject<HTMLElement | null>, anchor: MenuAnchor): void {
  useLayoutEffect(() => {
    let frame: number | undefined
    function follow() {
      if (floating.current && anchor.isConnected !== false)
        placeBeside(floating.current, anchor.getBoundingClientRect())
      // No event tells of everything that moves an element; this costs next to nothing while nothing does.
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
    }
  }, [floating, anchor])
}
