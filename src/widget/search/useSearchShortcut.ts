'use client'
import { useEffect, type RefObject } from 'react'

/** Focuses the search field when `/` is pressed outside fields. */
export function useSearchShortcut(input: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const [target] = event.composedPath()
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      if (target instanceof Element && target.matches('input, textarea, select, [contenteditable]')) return
      // Only if focus is in the explorer or nowhere: the page may have more.
      const view = input.current?.closest('.topic0-log-explorer')
      if (!(target instanceof Node) || !(view?.contains(target) || target === document.body)) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input])
}
