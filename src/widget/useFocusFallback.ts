'use client'
import { useLayoutEffect, useRef } from 'react'
import type { FocusEvent, RefObject } from 'react'

/**
 * Where what had focus in the explorer is taken away, as the button of a scan that came to its end, the table has it: else
 * it would be lost.
 */
export function useFocusFallback(table: RefObject<HTMLElement | null>) {
  const hadFocusRef = useRef(false)
  useLayoutEffect(() => {
    const view = table.current?.closest('.topic0-log-explorer')
    if (!hadFocusRef.current || !view) return
    // Not `:focus-within`, which what has focus in a popover is not for Chromium.
    const { activeElement } = view.getRootNode() as Document | ShadowRoot
    if (!view.contains(activeElement))
      table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  })
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
