'use client'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { useLatest } from '../../react/useLatest.ts'
import type { MenuAnchor } from './MenuItem.ts'
import { useAnchorPosition } from './useAnchorPosition.ts'

interface UseTopLayerParameters {
  /** The element or point it opens next to. */
  anchor: MenuAnchor
  /** Selector of the element that takes focus: the first match. */
  focus: string
  /** Called when the browser closes it: on Escape or a click outside. */
  onClose: () => void
}

/** Shows a popover next to its anchor, and moves focus into it. On unmount, focus returns. */
export function useTopLayer({
  anchor,
  focus,
  onClose,
}: UseTopLayerParameters): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  const latest = useLatest(onClose)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const from = (element.getRootNode() as Document | ShadowRoot).activeElement
    if ('showPopover' in element && !element.matches(':popover-open')) element.showPopover()
    element.querySelector<HTMLElement>(focus)?.focus({ preventScroll: true })
    // A native listener, because React 18 has no `onToggle` for popovers.
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') latest.current()
    }
    element.addEventListener('toggle', onToggle)
    return () => {
      element.removeEventListener('toggle', onToggle)
      returnFocus(element, from)
    }
  }, [focus, latest])
  useAnchorPosition(ref, anchor)
  return ref
}

/** Returns focus to where it was, unless it has moved elsewhere, for example to what was clicked. */
function returnFocus(opened: HTMLElement, from: Element | null): void {
  const root = opened.getRootNode() as Document | ShadowRoot
  const now = root.activeElement ?? document.activeElement
  const isElsewhere = now !== null && now !== document.body && !opened.contains(now)
  if (!isElsewhere && from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true })
}
