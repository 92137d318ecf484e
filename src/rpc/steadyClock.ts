import type { Clock } from './Clock.ts'

/**
 * A clock that never goes back: when somebody sets the time of day back, pauses and rates would otherwise last as much
 * longer.
 */
export function steadyClock(clock: Clock): Clock {
  let ahead = 0
  let last = Number.NEGATIVE_INFINITY
  return {
    now() {
      const now = clock.now() + ahead
      if (now < last) ahead += last - now
      last = Math.max(last, now)
      return last
    },
    setTimeout: (callback, milliseconds) => clock.setTimeout(callback, milliseconds),
    clearTimeout: (timer) => {
      clock.clearTimeout(timer)
    },
  }
}
