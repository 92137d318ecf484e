'use client'
import { useSyncExternalStore } from 'react'
import { Listeners } from '../../../base/Listeners.ts'

const listeners = /* @__PURE__ */ new Listeners()
let timer: ReturnType<typeof setInterval> | undefined
// In seconds: precise enough for ages below a minute.
const ageStep = 10
// Every day begins at one of these in every time zone.
const dayStep = 900

function subscribe(listener: () => void) {
  const remove = listeners.add(listener)
  timer ??= setInterval(() => listeners.notify(), ageStep * 1000)
  return () => {
    remove()
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
