import type { Clock } from '../Clock.ts'

export interface ThrottleOptions<data> {
  readonly clock: Clock
  /** How many are passed on in a second, in the long run. */
  readonly perSecond: number
  /** How many are passed on at once after a while without any. */
  readonly burst: number
  readonly onData: (data: data) => void
}

/** Passes on what comes, no faster than at a pace: of what comes too fast, the latest when its time has come. */
export function createThrottle<data>({ clock, perSecond, burst, onData }: ThrottleOptions<data>) {
  let allowed = burst
  let countedAt = clock.now()
  let held: { readonly data: data } | undefined
  let timer: unknown

  function take(): boolean {
    const now = clock.now()
    allowed = Math.min(burst, allowed + ((now - countedAt) / 1_000) * perSecond)
    countedAt = now
    if (allowed < 1) return false
    allowed--
    return true
  }

  return {
    push(data: data) {
      if (held) held = { data }
      else if (take()) onData(data)
      else {
        held = { data }
        timer = clock.setTimeout(
          () => {
            const latest = held
            held = undefined
            // Counted even if the clock is a little early.
            take()
            if (latest) onData(latest.data)
          },
          Math.ceil(((1 - allowed) / perSecond) * 1_000),
        )
      }
    },
    stop() {
      clock.clearTimeout(timer)
      held = undefined
    },
  }
}
