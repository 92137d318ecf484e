'use client'
import { useSyncExternalStore } from 'react'
import { Listeners } from '../../../base/Listeners.ts'

// In seconds: precise enough for ages below a minute.
const ageStep = 10
// Every day begins at one of these in every time zone.
const dayStep = 900

const everyStep: Listeners = /* @__PURE__ */ new Listeners(() => {
  const timer = setInterval(() => everyStep.notify(), ageStep * 1000)
  return () => clearInterval(timer)
})

/** Seconds since the epoch, rounded down: to ten for ages, else so that the day is right. `undefined` on a server. */
export function useRoundedNow(forAges: boolean): number | undefined {
  const step = forAges ? ageStep : dayStep
  return useSyncExternalStore(
    everyStep.add,
    () => Math.floor(Date.now() / 1000 / step) * step,
    () => undefined,
  )
}
