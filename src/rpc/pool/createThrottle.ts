import type { Clock } from '../Clock.ts'

export interface ThrottleOptions<data> {
  readonly clock: Clock
  /** Events per second in the long run. */
  readonly perSecond: number
  /** Events at once after a while without any. */
  readonly burst: number
  readonly onData: (data: data) => void
}

/** Limits the rate of events (a token bucket). Of events that arrive too fast, only the latest is passed on, when it is due. */
export function createThrottle<data>({ clock, perSecond, burst, onData }: ThrottleOptions<data>) {
  let tokens = burst
  let countedAt = clock.now()
  let delayed: { readonly data: data } | undefined
  let timer: unknown

  function takeToken(): boolean {
    const now = clock.now()
    tokens = Math.min(burst, tokens + ((now - countedAt) / 1_000) * perSecond)
    countedAt = now
    if (tokens < 1) return false
    tokens--
    return true
  }

  return {
    push(data: data) {
      if (delayed) delayed = { data }
      else if (takeToken()) onData(data)
      else {
        delayed = { data }
        timer = clock.setTimeout(
          () => {
            const latest = delayed
            delayed = undefined
            // Passed on even if the timer fires a little early.
            takeToken()
            if (latest) onData(latest.data)
          },
          Math.ceil(((1 - tokens) / perSecond) * 1_000),
        )
      }
    },
    stop() {
      clock.clearTimeout(timer)
      delayed = undefined
    },
  }
}
