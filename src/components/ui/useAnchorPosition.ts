'use client'
import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'
import type { MenuAnchor } from './MenuItem.ts'

/**
 * Keeps what floats beside its anchor for as long as it is there: whatever scrolls, is resized or moves for another reason.
 * An anchor that is gone leaves it where it is.
 */
export function useAnchorPosition(floating: RefObject<HTMLElement | null>, anchor: MenuAnchor): void {
  useLayoutEffect(() => {
    let frame: number | undefined
    function follow() {
      if (floating.current && anchor.isConnected !== false)
        positionBeside(floating.current, anchor.getBoundingClientRect())
      // No event tells of everything that moves an element; this costs next to nothing while nothing does.
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
    }
  }, [floating, anchor])
}

const margin = 8

/** Puts what floats below its anchor, or above it where there is no room, and within the window. */
export function positionBeside(
  element: HTMLElement,
  { left, right, top, bottom }: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>,
): void {
  const { width, height } = element.getBoundingClientRect()
  const rtl = getComputedStyle(element).direction === 'rtl'
  const below = bottom + height + margin <= innerHeight
  const x = Math.max(margin, Math.min(rtl ? right - width : left, innerWidth - width - margin))
  const y = Math.max(margin, below ? bottom : top - height)
  element.style.setProperty('left', `${x}px`)
  element.style.setProperty('top', `${y}px`)
}
