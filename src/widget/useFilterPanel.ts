'use client'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the form for a query is open: beside the table where there is room, else over it, when it is wanted. */
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
    /** What lies over the table takes focus. */
    show(open: boolean) {
      flushSync(() => setWanted(open))
      if (open && !isBeside) focusForm()
    },
    /** Goes to the form, wherever it is. */
    enter() {
      if (!isOpen) flushSync(() => setWanted(true))
      focusForm()
    },
    /** What was written is sent: the table is wanted again. */
    leave() {
      if (isOpen && !isBeside) close()
    },
  }
}
