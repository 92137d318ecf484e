'use client'
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
// In seconds: precise enough for ages below a minute.
const ageStep = 10
// Every day begins at one of these in every time zone.
const dayStep = 900

function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const one of listeners) one()
  }, ageStep * 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Seconds since the epoch, rounded down: to ten for ages, else so that the day is right. `undefined` on a server. */
export function useRoundedNow(forAges: boolean): number | undefined {
  const step = forAges ? ageStep : dayStep
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(Date.now() / 1000 / step) * step,
    () => undefined,
  )
}
