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
