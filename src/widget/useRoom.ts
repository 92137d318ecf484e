'use client'
import { useCallback, useState } from 'react'

/** How much room an explorer has. */
export interface Room {
  /** `narrow`: one column. `medium`: the filter beside the table, details over it. `wide`: all three side by side. */
  readonly width: 'narrow' | 'medium' | 'wide'
  /** Whether there is height to spare for more than the table. */
  readonly isTall: boolean
}

// In rem, as text is: larger text needs more room.
const narrowBelow = 52
const wideFrom = 84
const tallFrom = 48

/** How much room an element has, known before it is painted. `wide` where nothing can be measured. */
export function useRoom(): { readonly room: Room; readonly measure: (element: HTMLElement | null) => void } {
  const [room, setRoom] = useState<Room>({ width: 'wide', isTall: true })
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element || typeof ResizeObserver === 'undefined') return
    const read = () => {
      const { width, height } = element.getBoundingClientRect()
      if (width === 0) return
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const next: Room = {
        width: width < narrowBelow * rem ? 'narrow' : width < wideFrom * rem ? 'medium' : 'wide',
        isTall: height >= tallFrom * rem,
      }
      setRoom((now) => (now.width === next.width && now.isTall === next.isTall ? now : next))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { room, measure }
}
