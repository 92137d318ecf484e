'use client'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the filter panel is open: next to the table if there is space, else over it on demand. */
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
    /** An overlay takes focus. */
    show(open: boolean) {
      flushSync(() => setWanted(open))
      if (open && !isBeside) focusForm()
    },
    /** Goes to the form, wherever it is. */
    enter() {
      if (!isOpen) flushSync(() => setWanted(true))
      focusForm()
    },
    /** Closes the overlay after the form was submitted. */
    leave() {
      if (isOpen && !isBeside) close()
    },
  }
}
