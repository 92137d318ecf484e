'use client'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export type FilterPanel = ReturnType<typeof useFilterPanel>

/** The state of the filter panel: next to the table if there is space, else over it on demand. */
export function useFilterPanel(isBeside: boolean) {
  // What the user wants in one layout does not apply in the other.
  const [wanted, setWanted] = useState<{ readonly isBeside: boolean; readonly isOpen: boolean }>()
  const panelRef = useRef<HTMLDivElement>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)
  const isOpen = wanted?.isBeside === isBeside ? wanted.isOpen : isBeside
  const setOpen = (next: boolean) => setWanted({ isBeside, isOpen: next })
  const focusForm = () => panelRef.current?.querySelector('textarea')?.focus()
  function close() {
    buttonRef.current?.focus()
    setOpen(false)
  }
  return {
    isOpen,
    isOver: !isBeside,
    panelRef,
    buttonRef,
    close,
    /** Opens or closes it. As an overlay, it takes focus. */
    show(open: boolean) {
      flushSync(() => setOpen(open))
      if (open && !isBeside) focusForm()
    },
    /** Opens it, if necessary, and moves focus to the form. */
    enter() {
      if (!isOpen) flushSync(() => setOpen(true))
      focusForm()
    },
    /** Closes it if it overlays the table. */
    leave() {
      if (isOpen && !isBeside) close()
    },
  }
}
