'use client'
import { useSyncExternalStore } from 'react'

const second = 1_000

/**
 * The time in milliseconds since the epoch, updated each second while `ticks`; `undefined` on a server and until
 * hydration. A given time is returned as it is.
 */
export function useNow(ticks: boolean, given?: number): number | undefined {
  const now = useSyncExternalStore(ticks && given === undefined ? everySecond : never, thisSecond, notKnown)
  return given ?? now
}

function everySecond(onChange: () => void): () => void {
  const timer = setInterval(() => {
    current = undefined
    onChange()
  }, second)
  return () => clearInterval(timer)
}

const never = () => () => {}
const notKnown = () => undefined

/** The time during the current task. */
let current: number | undefined

/** The time to the second. It does not change while React renders, which compares snapshots. */
function thisSecond(): number {
  if (current === undefined) {
    current = Math.floor(Date.now() / second) * second
    queueMicrotask(() => (current = undefined))
  }
  return current
}
