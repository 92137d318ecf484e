'use client'
import { useLayoutEffect, useRef, type FocusEvent } from 'react'

/**
 * Moves focus to the results when the focused element is unmounted, such as the button of a scan that ends, so that focus is
 * not lost.
 */
export function useFocusFallback(focusResult: (preventScroll: boolean) => void) {
  // The explorer, while it has focus.
  const viewRef = useRef<HTMLElement>(undefined)
  useLayoutEffect(() => {
    const view = viewRef.current
    if (!view) return
    // Not `:focus-within`, which does not match focus in a popover in Chromium.
    const { activeElement } = view.getRootNode() as Document | ShadowRoot
    if (!view.contains(activeElement)) focusResult(true)
  })
  return {
    onFocus({ currentTarget }: FocusEvent<HTMLElement>) {
      viewRef.current = currentTarget
    },
    // Not called for unmounted elements.
    onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      if (!currentTarget.contains(relatedTarget as Node | null)) viewRef.current = undefined
    },
  }
}
