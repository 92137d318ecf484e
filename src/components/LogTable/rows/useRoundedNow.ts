'use client'
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
// In seconds: precise enough for ages below a minute, and more than enough for older ones.
const step = 10

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const one of listeners) one()
  }, step * 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const never = () => () => {}

/** Seconds since the epoch, rounded to ten; `undefined` on a server and when not needed. */
export function useRoundedNow(needed: boolean): number | undefined {
  return useSyncExternalStore(
    needed ? subscribe : never,
    () => (needed ? Math.floor(Date.now() / 1000 / step) * step : undefined),
    () => undefined,
  )
}
