'use client'
import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'

/**
 * Moves focus to the results when the focused element is unmounted, such as the button of a scan that ends, so that focus is
 * not lost.
 */
export function useFocusFallback(
  result: RefObject<HTMLElement | null>,
  focusResult: (options: FocusOptions) => void,
) {
  const hadFocusRef = useRef(false)
  useLayoutEffect(() => {
    const view = result.current?.closest('.topic0-log-explorer')
    if (!hadFocusRef.current || !view) return
    // Not `:focus-within`, which does not match focus in a popover in Chromium.
    const { activeElement } = view.getRootNode() as Document | ShadowRoot
    if (!view.contains(activeElement)) focusResult({ preventScroll: true })
  })
  return {
    onFocus() {
      hadFocusRef.current = true
    },
    // Not called for unmounted elements.
    onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      hadFocusRef.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    },
  }
}
