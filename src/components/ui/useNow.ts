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
  const timer = setInterval(onChange, second)
  return () => clearInterval(timer)
}

const never = () => () => {}
const notKnown = () => undefined

// Rounded to the second, because a snapshot must be stable.
function thisSecond(): number {
  return Math.floor(Date.now() / second) * second
}
