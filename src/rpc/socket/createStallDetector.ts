import type { Clock } from '../Clock.ts'

export interface StallDetectorOptions {
  clock: Clock
  /** Maximum milliseconds of silence, whatever is usual for the chain. */
  stallTimeout: number
  /** Milliseconds between blocks, if known. */
  blockTime: number | undefined
}

/** Missing blocks that mean a stall. */
const gapsBeforeStall = 4
/** Silence shorter than this is normal on every chain, in milliseconds. */
const minStallTimeout = 5_000
/**
 * Checks of a chain that has halted come less and less often, because each costs a call (a page cannot ping a WebSocket):
 * the silence before the next one doubles, up to this many times `stallTimeout`.
 */
const maxBackoff = 2
/** The weight of a new gap in the average. */
const weight = 1 / 8

/**
 * Decides how long a connection may be silent before it is checked: a few times the observed time between blocks.
 */
export function createStallDetector({ clock, stallTimeout, blockTime }: StallDetectorOptions) {
  let gap = blockTime
  let lastHeadAt: number | undefined
  let lastPushAt = clock.now()
  /** How often in a row the node has confirmed that there is nothing new. */
  let confirmations = 0

  return {
    /** A connection has opened. */
    reset() {
      lastPushAt = clock.now()
      lastHeadAt = undefined
      confirmations = 0
    },

    pushReceived() {
      lastPushAt = clock.now()
      confirmations = 0
    },

    headReceived() {
      const now = clock.now()
      if (lastHeadAt !== undefined) {
        const latest = Math.min(now - lastHeadAt, stallTimeout)
        gap = gap === undefined ? latest : gap + (latest - gap) * weight
      }
      lastHeadAt = now
    },
    /** A check found nothing new. */
    confirmedQuiet() {
      lastPushAt = clock.now()
      confirmations++
    },
    /** Milliseconds until the connection must be checked; 0 if it must be now. */
    timeLeft(isHeadExpected: boolean): number {
      // Logs may be rare, and a check costs a call.
      const usual = isHeadExpected
        ? Math.min(stallTimeout, Math.max(minStallTimeout, gapsBeforeStall * (gap ?? stallTimeout)))
        : 4 * stallTimeout
      const allowed = Math.min(usual * 2 ** confirmations, Math.max(usual, maxBackoff * stallTimeout))
      return Math.max(0, allowed - (clock.now() - lastPushAt))
    },
  }
}
