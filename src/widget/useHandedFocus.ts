'use client'
import { useLayoutEffect, useRef } from 'react'
import type { FocusEvent, RefObject } from 'react'

/**
 * Where another link takes away what had focus in the explorer, its table has it: else it would be lost. `hadFocusRef`
 * outlives the view, which a link of another network puts in the place of the one before.
 */
export function useHandedFocus(
  hadFocusRef: RefObject<boolean>,
  table: RefObject<HTMLElement | null>,
  linkKey: number,
) {
  const shownKey = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (shownKey.current === linkKey) return
    shownKey.current = linkKey
    const view = table.current?.closest('.topic0-log-explorer')
    if (hadFocusRef.current && !view?.matches(':focus-within'))
      table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [hadFocusRef, table, linkKey])
  return {
    onFocus() {
      hadFocusRef.current = true
    },
    // Not called for what is taken away.
    onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      hadFocusRef.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    },
  }
}
