'use client'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** The state of the filter panel: next to the table if there is space, else over it on demand. */
export function useFilterPanel(isBeside: boolean) {
  const [wanted, setWanted] = useState<boolean>()
  const panelRef = useRef<HTMLDivElement>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const isOpen = wanted ?? isBeside
  const focusForm = () => panelRef.current?.querySelector('textarea')?.focus()
  function close() {
    buttonRef.current?.focus()
    setWanted(false)
  }
  return {
    isOpen,
    isOver: !isBeside,
    panelRef,
    buttonRef,
    close,
    /** Opens or closes it. As an overlay, it takes focus. */
    show(open: boolean) {
      flushSync(() => setWanted(open))
      if (open && !isBeside) focusForm()
    },
    /** Opens it, if necessary, and moves focus to the form. */
    enter() {
      if (!isOpen) flushSync(() => setWanted(true))
      focusForm()
    },
    /** Closes it if it overlays the table. */
    leave() {
      if (isOpen && !isBeside) close()
    },
  }
}
