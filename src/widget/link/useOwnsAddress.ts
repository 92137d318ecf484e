'use client'
import { useLayoutEffect, useState } from 'react'
import { hydration, useStatus } from '../../hooks/useStatus.ts'

let isOwned = false

/** Whether this explorer keeps its state in the page's address: the first one that wants to. `undefined` until it is mounted. */
export function useOwnsAddress(isWanted: boolean): boolean | undefined {
  const [owns, setOwns] = useState<boolean>()
  const isHydrated = useStatus(hydration, false)
  useLayoutEffect(() => {
    if (!isWanted) return undefined
    // Which one is first is known when they are mounted, not when they render.
    // oxlint-disable-next-line react/set-state-in-effect
    setOwns(!isOwned)
    if (isOwned) return undefined
    isOwned = true
    return () => void (isOwned = false)
  }, [isWanted])
  // A server does not know, and the address is not read before hydration ends.
  return isWanted && (owns ?? (isHydrated ? undefined : true))
}
