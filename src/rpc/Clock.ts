/** Time, so that a test can own it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  setTimeout(callback: () => void, milliseconds: number): unknown
  clearTimeout(timer: unknown): void
}

/** The machine's own time. Looks the globals up on each call, so that faked timers work whenever they are installed. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clearTimeout: (timer) => {
    clearTimeout(timer as ReturnType<typeof setTimeout> | undefined)
  },
}

/**
 * A clock that never goes back: when somebody sets the time of day back, pauses and rates would otherwise last as much
 * longer.
 */
export function monotonicClock(clock: Clock): Clock {
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
