'use client'
import { useCallback, useSyncExternalStore } from 'react'

/** When values were first seen, on the clock of `performance.now()`. */
const seenAt = new WeakMap<object, number>()

/** A value for some milliseconds after it was first seen, then `undefined`, also where it is shown again later. */
export function useRecentValue<value extends object>(
  value: value | undefined,
  milliseconds: number,
): value | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      // Timers may fire a moment early.
      const timer = setTimeout(listener, timeLeft(value, milliseconds) + 1)
      return () => clearTimeout(timer)
    },
    [value, milliseconds],
  )
  const isRecent = useSyncExternalStore(subscribe, () => timeLeft(value, milliseconds) > 0, never)
  return isRecent ? value : undefined
}

const never = () => false

function timeLeft(value: object | undefined, milliseconds: number): number {
  if (!value) return 0
  const now = performance.now()
  const at = seenAt.get(value) ?? now
  seenAt.set(value, at)
  return Math.max(0, Math.ceil(at + milliseconds - now))
}
