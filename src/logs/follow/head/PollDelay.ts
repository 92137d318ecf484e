import type { Clock } from '../../../rpc/Clock.ts'
import { onAbort } from '../../../rpc/onAbort.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import type { PageSignals } from './PageSignals.ts'

/** The wait between two polls, which a request ends. */
export class PollDelay {
  readonly #clock: Clock
  readonly #page: PageSignals
  #isRequested = false
  #end = () => {}
  #timer: unknown

  constructor(clock: Clock, page: PageSignals) {
    this.#clock = clock
    this.#page = page
  }

  /** Whether a poll was requested that has not begun yet. */
  get isRequested(): boolean {
    return this.#isRequested
  }

  /** Ends the wait. */
  request(): void {
    this.#isRequested = true
    this.#end()
  }

  /** The page is offline: waits until the next {@link request}. */
  suspend(): void {
    this.#clock.clearTimeout(this.#timer)
  }

  /** The requested poll has begun. */
  clear(): void {
    this.#isRequested = false
  }

  /** Resolves after `delay` milliseconds, at the next request, or when the signal fires. */
  wait(delay: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#clock.clearTimeout(this.#timer)
        stopListening()
        this.#end = () => {}
        resolve()
      }
      this.#timer = this.#clock.setTimeout(done, delay)
      if (!this.#page.isOnline()) this.suspend()
      const stopListening = onAbort(signal, done)
      this.#end = done
      if (signal.aborted || this.#isRequested) done()
    })
  }
}

/**
 * Milliseconds until the next poll after `failures` failures in a row: exponential, or until the first endpoint resumes if
 * all are paused.
 */
export function nextPollDelay(
  pool: Pool,
  { failures, interval, now }: { failures: number; interval: number; now: number },
): number {
  const resumeTimes = pool.getStatus().flatMap(({ type, resumesAt }) => (type === 'http' ? [resumesAt] : []))
  const known = resumeTimes.filter((time) => time !== undefined)
  const areAllPaused = known.length > 0 && known.length === resumeTimes.length
  const delay = areAllPaused ? Math.min(...known) - now : backoffDelay(failures)
  return Math.min(60_000, Math.max(delay, Math.min(1_000, interval)))
}

/** Milliseconds to wait after this many failures in a row: 500, doubled with each failure, up to a minute. */
export function backoffDelay(failures: number): number {
  return Math.min(60_000, 500 * 2 ** failures)
}
