'use client'
import { useLayoutEffect, type RefObject } from 'react'
import type { MenuAnchor } from './MenuItem.ts'
import { observeSize } from './observeSize.ts'

/** Keeps a floating element beside its anchor while the anchor scrolls, resizes or moves; in place once the anchor is removed. */
export function useAnchorPosition(floating: RefObject<HTMLElement | null>, anchor: MenuAnchor): void {
  useLayoutEffect(() => {
    const element = floating.current
    if (!element) return undefined
    const update = () => {
      if (anchor.isConnected !== false) positionBeside(element, anchor.getBoundingClientRect())
    }
    update()
    return observePosition(element, anchor, update)
  }, [floating, anchor])
}

/** Calls `onMove` when either element may have moved, or changed its size or contents. Returns a function that stops it. */
function observePosition(element: Element, anchor: MenuAnchor, onMove: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  // Scroll events do not leave a shadow root, so both its events and those of the window count.
  element.getRootNode().addEventListener('scroll', onMove, { capture: true, passive: true, signal })
  window.addEventListener('scroll', onMove, { capture: true, passive: true, signal })
  window.addEventListener('resize', onMove, { signal })
  // Not a resize observer: browsers would report a loop where a table's size changes the items of its menu.
  const contents = new MutationObserver(onMove)
  const attributeFilter = ['class', 'data-state', 'hidden', 'open']
  contents.observe(element, { subtree: true, childList: true, characterData: true, attributeFilter })
  signal.addEventListener('abort', () => contents.disconnect())
  if (anchor instanceof Element) {
    const unobserve = observeSize(anchor, onMove)
    if (unobserve) signal.addEventListener('abort', unobserve)
    if (typeof IntersectionObserver !== 'undefined') observeMoves(anchor, onMove, signal)
  }
  return () => stop.abort()
}

/**
 * Reports moves that cause no event, such as of a row when rows are added above it: an intersection observer whose
 * root is clipped to the element's place fires when the element leaves it.
 */
function observeMoves(element: Element, onMove: () => void, signal: AbortSignal): void {
  let observer: IntersectionObserver | undefined
  signal.addEventListener('abort', () => observer?.disconnect())
  function watch(threshold: number, retries = 20) {
    observer?.disconnect()
    if (signal.aborted || !element.isConnected) return
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const insets = [top, innerWidth - right, innerHeight - bottom, left]
    const rootMargin = insets.map((inset) => `${-Math.floor(inset)}px`).join(' ')
    let isFirst = true
    observer = new IntersectionObserver(
      (entries) => {
        // On a busy machine, the first report may come with later ones.
        const { intersectionRatio: ratio, boundingClientRect: place, rootBounds: root } = entries.at(-1)!
        // The first report says how much of the element can be seen where it is: a clipped element never reaches 1. Until then, it
        // may have moved unnoticed.
        if (!isFirst || place.left !== left || place.top !== top) {
          onMove()
          watch(1)
        } else if (ratio > 0 && Math.abs(ratio - threshold) > 0.01) {
          // It may have moved since.
          onMove()
          watch(ratio)
        } else if (root && retries > 0 && (root.bottom <= top || root.right <= left))
          // Clipped for another size of the window than it was drawn in: no move would be reported.
          requestAnimationFrame(() => {
            if (signal.aborted) return
            onMove()
            watch(1, retries - 1)
          })
        else isFirst = false
      },
      { root: element.ownerDocument, rootMargin, threshold },
    )
    observer.observe(element)
  }
  watch(1)
  // The place is clipped by distances to the edges of the window.
  window.addEventListener('resize', () => watch(1), { signal })
}

const margin = 8

/** Places an element below its anchor, or above it where there is no space below, and within the window. */
export function positionBeside(
  element: HTMLElement,
  { left, right, top, bottom }: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>,
): void {
  const { width, height } = element.getBoundingClientRect()
  const rtl = getComputedStyle(element).direction === 'rtl'
  const below = bottom + height + margin <= innerHeight
  const x = Math.max(margin, Math.min(rtl ? right - width : left, innerWidth - width - margin))
  const y = Math.max(margin, below ? bottom : top - height)
  element.style.setProperty('left', `${x}px`)
  element.style.setProperty('top', `${y}px`)
}
