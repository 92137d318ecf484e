'use client'
import { useLayoutEffect, useRef, type FocusEvent } from 'react'

/**
 * Moves focus to the results: when asked to, and when the focused element is unmounted, such as the button of a scan that ends,
 * so that focus is not lost. `onFocus` and `onBlur` are for the explorer's element.
 */
export function useResultFocus() {
  const resultRef = useRef<HTMLElement>(null)
  // The explorer, while it has focus.
  const viewRef = useRef<HTMLElement>(undefined)
  function focusResult(preventScroll = false) {
    // Groups or the scan confirmation may be shown instead of the table, which has nothing to focus without rows.
    const cell = resultRef.current?.querySelector<HTMLElement>(
      ':not([hidden]) > [part="table"] [tabindex="0"]',
    )
    ;(cell ?? resultRef.current)?.focus({ preventScroll })
  }
  useLayoutEffect(() => {
    const view = viewRef.current
    if (!view) return
    // Not `:focus-within`, which does not match focus in a popover in Chromium.
    const { activeElement } = view.getRootNode() as Document | ShadowRoot
    if (!view.contains(activeElement)) focusResult(true)
  })
  return {
    resultRef,
    focusResult,
    onFocus({ currentTarget }: FocusEvent<HTMLElement>) {
      viewRef.current = currentTarget
    },
    // Not called for unmounted elements.
    onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
      if (!currentTarget.contains(relatedTarget as Node | null)) viewRef.current = undefined
    },
  }
}
