/** The time and timers; tests pass their own. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  setTimeout(callback: () => void, milliseconds: number): unknown
  clearTimeout(timer: unknown): void
}

/** The longest delay that timers accept: longer ones, even `Infinity`, fire at once. */
const maxDelay = 2 ** 31 - 1

/** The system's time. Looks up the globals on each call, so that fake timers work whenever they are installed. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, Math.min(milliseconds, maxDelay)),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout> | undefined),
}

/** A clock that never runs backwards. Otherwise, setting back the system's clock would prolong pauses and rate limits. */
export function monotonicClock(clock: Clock): Clock {
  let offset = 0
  let last = Number.NEGATIVE_INFINITY
  return {
    now() {
      const now = clock.now() + offset
      if (now < last) offset += last - now
      last = Math.max(last, now)
      return last
    },
    setTimeout: (callback, milliseconds) => clock.setTimeout(callback, milliseconds),
    clearTimeout: (timer) => clock.clearTimeout(timer),
  }
}
