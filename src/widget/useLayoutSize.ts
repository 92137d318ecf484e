'use client'
import { useCallback, useState } from 'react'

/** How much room an explorer has. */
export interface Room {
  /**
   * - `narrow`: the table alone, the filter over all of it, details over its lower part
   * - `medium`: the table alone, the filter and details over its sides
   * - `wide`: the filter beside the table, details over it
   * - `full`: all three side by side
   */
  readonly width: 'narrow' | 'medium' | 'wide' | 'full'
  /** Whether there is height to spare for more than the table. */
  readonly isTall: boolean
  /** Whether rows must be low, so that enough of them are seen. */
  readonly isLow: boolean
}

// In rem, as text is: larger text needs more room.
const mediumFrom = 52
const wideFrom = 80
const fullFrom = 88
const tallFrom = 48
const lowBelow = 34

/**
 * How much room an element has, known before it is painted by a page. A server cannot know: there, and where nothing can be
 * measured, it is `full`.
 */
export function useLayoutSize(): {
  readonly room: Room
  readonly isMeasured: boolean
  readonly measure: (element: HTMLElement | null) => void
} {
  const [measured, setRoom] = useState<Room>()
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element || typeof ResizeObserver === 'undefined') return
    const read = () => {
      const { width, height } = element.getBoundingClientRect()
      if (width === 0) return
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const next: Room = {
        width:
          width < mediumFrom * rem
            ? 'narrow'
            : width < wideFrom * rem
              ? 'medium'
              : width < fullFrom * rem
                ? 'wide'
                : 'full',
        isTall: height >= tallFrom * rem,
        isLow: height < lowBelow * rem,
      }
      setRoom((now) => (now && isSame(now, next) ? now : next))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { room: measured ?? most, isMeasured: measured !== undefined, measure }
}

const most: Room = { width: 'full', isTall: true, isLow: false }

function isSame(a: Room, b: Room): boolean {
  return a.width === b.width && a.isTall === b.isTall && a.isLow === b.isLow
}
