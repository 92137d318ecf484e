import type { Outage } from '../../logs/ConnectivityStatus.ts'
import type { Localized } from '../strings/useStrings.ts'

/** Texts of `LiveStatus`. */
export const liveStrings = {
  live: 'Live',
  /** The live status while all is well: next to the switch, or after `live`. */
  liveBySocket: 'Via WebSocket',
  /** Shown next to `liveBySocket` if nothing was pushed for a while. */
  lastBlockAgo: (ago: string) => `last block ${ago} ago`,
  liveByPolling: (every: string | undefined) =>
    every === undefined ? 'Up to date' : `Polling every ${every}`,
  liveDegraded: (every: string | undefined) =>
    `WebSocket unavailable${every === undefined ? '' : `, polling every ${every}`}`,
  /** Before the logs were up to date for the first time. */
  liveStarting: 'Starting…',
  liveCatchingUp: 'Catching up…',
  /** While a node takes long to answer, before it counts as unreachable. */
  liveSilent: (time: string | undefined) => (time === undefined ? 'No answer' : `No answer for ${time}`),
  /** While logs from a block on may belong to a replaced chain. */
  liveReplaced: (block: string) => `Blocks from ${block} may be replaced`,
  livePaused: 'Paused',
  /** Why live updates are behind, if known, and for how long. */
  liveStale: (since: string | undefined, why: Outage | undefined) => {
    const reason =
      why &&
      { offline: 'Offline', unreachable: 'No endpoint responds', 'wrong-network': 'Wrong network' }[why]
    return since === undefined
      ? (reason ?? 'Not up to date')
      : `${reason ?? 'Not up to date'}: last update ${since} ago`
  },
  /** `count` is `undefined` if the removed logs are not known. */
  logsRemoved: (count: string | undefined, block: string) =>
    count === undefined
      ? `Reorganized: read again from block ${block}.`
      : `${count === '1' ? '1 log' : `${count} logs`} removed: chain reorganized from block ${block}.`,
}

export type LiveStrings = Localized<typeof liveStrings>
