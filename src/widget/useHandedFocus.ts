'use client'
import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'

/**
 * Where a link of another network puts one view in the place of another, focus within that one goes to this one's table:
 * else it would be lost. `hadFocusRef` outlives both.
 */
export function useHandedFocus(
  hadFocusRef: RefObject<boolean>,
  inside: RefObject<HTMLElement | null>,
  table: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const page = inside.current?.closest('.topic0-log-explorer')
    if (hadFocusRef.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    hadFocusRef.current = false
    return () => {
      hadFocusRef.current = page?.matches(':focus-within') === true
    }
  }, [hadFocusRef, inside, table])
}
