import type { Clock } from '../Clock.ts'

export interface StallDetectorOptions {
  clock: Clock
  /** Milliseconds of silence after which a connection is doubted, whatever is usual on it. */
  quietFor: number
  /** Milliseconds between blocks, as far as is known beforehand. */
  blockTime: number | undefined
}

/** Blocks that may fail to come before that says anything. */
const usualGaps = 4
/** Milliseconds of silence that say nothing on any chain. */
const leastQuiet = 5_000
/**
 * Times the patience grows while a node confirms that there is nothing to tell. A page cannot ping a WebSocket, so each
 * question is a call of the day's budget; but a chain that stands still may go on at any moment.
 */
const mostPatience = 2
/** The part of a new gap in what counts as usual. */
const weight = 1 / 8

/**
 * How long a connection may be silent before it is doubted: a few times as long as blocks are apart, once they have shown
 * how long that is.
 */
export function createStallDetector({ clock, quietFor, blockTime }: StallDetectorOptions) {
  let gap = blockTime
  let lastHeadAt: number | undefined
  let lastPushAt = clock.now()
  /** How often in a row the node has said that there is nothing to tell. */
  let confirmed = 0

  return {
    /** A connection begins. */
    begin() {
      lastPushAt = clock.now()
      lastHeadAt = undefined
      confirmed = 0
    },
    /** Something was pushed. */
    heard() {
      lastPushAt = clock.now()
      confirmed = 0
    },
    /** A new head was. */
    heardHead() {
      const now = clock.now()
      if (lastHeadAt !== undefined) {
        const latest = Math.min(now - lastHeadAt, quietFor)
        gap = gap === undefined ? latest : gap + (latest - gap) * weight
      }
      lastHeadAt = now
    },
    /** The node had nothing to tell: a chain that stands still is asked less and less often. */
    confirmed() {
      lastPushAt = clock.now()
      confirmed++
    },
    /** Milliseconds until silence is doubtful; 0 when it is. */
    left(hearsHeads: boolean): number {
      // Logs may be rare, and asking costs a call.
      const usual = hearsHeads
        ? Math.min(quietFor, Math.max(leastQuiet, usualGaps * (gap ?? quietFor)))
        : 4 * quietFor
      const patience = Math.min(usual * 2 ** confirmed, Math.max(usual, mostPatience * quietFor))
      return Math.max(0, patience - (clock.now() - lastPushAt))
    },
  }
}
