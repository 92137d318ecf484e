'use client'
import { useSyncExternalStore } from 'react'

const second = 1_000

/**
 * The time in milliseconds since the epoch, anew each second while `ticks`; `undefined` on a server, and until the page
 * has taken over from it. A time that is given stands still.
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

// The same for the whole second, as a snapshot has to be.
function thisSecond(): number {
  return Math.floor(Date.now() / second) * second
}
