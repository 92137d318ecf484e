import type { Localized } from '../strings/useStrings.ts'
/** What `LiveStatus` says. */
export const liveStrings = {
  live: 'Live',
  /** How following fares while all is well: beside the switch, or after `live`. */
  liveBySocket: 'New blocks are pushed',
  /** Beside `liveBySocket`, when nothing has been pushed for a while. */
  lastBlockAgo: (ago: string) => `last one ${ago} ago`,
  liveByPolling: (every: string | undefined) => (every === undefined ? 'Up to date' : `Asked every ${every}`),
  liveDegraded: (every: string | undefined) =>
    `The socket does not work${every === undefined ? '' : `: asked every ${every} instead`}`,
  liveCatchingUp: 'Catching up…',
  /** While logs from a block on may be of a chain that is gone. */
  liveReplaced: (block: string) => `The chain was replaced: logs from block ${block} on are being read again`,
  livePaused: 'Paused',
  /** Why it is not up to date, where that is known, and for how long. */
  liveStale: (since: string | undefined, why: 'offline' | 'unreachable' | undefined) => {
    const reason = why && { offline: 'Offline', unreachable: 'No endpoint answers' }[why]
    return since === undefined
      ? (reason ?? 'Not up to date')
      : `${reason ?? 'Not up to date'}: last heard ${since} ago`
  },
  takenBack: (count: number, block: string) =>
    count === 0
      ? `The chain was replaced from block ${block}.`
      : `${count === 1 ? '1 log was' : `${count} logs were`} taken back: the chain was replaced from block ${block}.`,
}

export type LiveStrings = Localized<typeof liveStrings>
