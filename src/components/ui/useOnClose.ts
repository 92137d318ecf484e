'use client'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Calls back when a popover closes. A native listener, because React 18 has no `onToggle` for popovers. */
export function useOnClose(popover: RefObject<HTMLElement | null>, onClose: () => void): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    const element = popover.current
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') latest.current()
    }
    element?.addEventListener('toggle', onToggle)
    return () => element?.removeEventListener('toggle', onToggle)
  }, [popover])
}
