import { environmentManager } from '@tanstack/react-query'
import type { VirtualClock } from './VirtualClock.ts'

const page = { addEventListener() {}, removeEventListener() {} }

/**
 * Gives code that uses the globals a page without events, and a clock's time and timers. Returns a function that restores
 * them.
 */
export function withVirtualTime(clock: VirtualClock): () => void {
  const { setTimeout, clearTimeout, window } = globalThis
  const { now } = Date
  const elapsed = performance.now
  const timeout = (callback: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) =>
    clock.setTimeout(() => callback(...given), milliseconds)
  const clear = (timer: unknown) => {
    clock.clearTimeout(timer)
  }
  Object.assign(globalThis, { setTimeout: timeout, clearTimeout: clear, window: page })
  Date.now = () => clock.now()
  performance.now = () => clock.awake
  environmentManager.setIsServer(() => false)
  return () => {
    Object.assign(globalThis, { setTimeout, clearTimeout, window })
    if (!window) Reflect.deleteProperty(globalThis, 'window')
    Date.now = now
    performance.now = elapsed
    environmentManager.setIsServer(() => typeof window === 'undefined')
  }
}
