import type { Hash } from 'viem'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { ConnectivityStatus } from '../ConnectivityStatus.ts'
import type { LogList } from '../list/LogList.ts'
import type { RawLog } from '../Log.ts'

/** Milliseconds between two polls, unless `pollingInterval` is given. */
export const defaultPollingInterval = 4_000

/**
 * - `catching-up`: reading what has happened since the last sync
 * - `live`: up to date, through the network's socket, or by polling if it has none or is still connecting
 * - `degraded`: up to date by polling, because the network's socket does not work
 * - `stale`: out of date for longer than usual: the page is offline, no endpoint answers, or reads keep failing
 * - `paused`: no requests until it is resumed
 */
export type FollowStatus = 'catching-up' | 'live' | 'degraded' | 'stale' | 'paused'

export interface FollowState {
  readonly status: FollowStatus
  /** The source of new blocks. */
  readonly source: 'socket' | 'polling'
  /**
   * Milliseconds between two polls while polling; with a socket, between two reads of several blocks at once, while the
   * day's budget would not last for reading every block.
   */
  readonly pollingInterval: number | undefined
  /** The newest known block. Decreases only when the chain does. */
  readonly head: bigint | undefined
  /** When that block was first seen, in milliseconds since the epoch. */
  readonly headAt: number | undefined
  /** All logs up to this block have been read. */
  readonly verifiedTo: bigint | undefined
  /** Blocks up to this one are final: by the nodes' `finalized` tag, or by the network's `finality` depth. */
  readonly finalized: bigint | undefined
  /** When it was last up to date, in milliseconds since the epoch. */
  readonly lastUpdated: number | undefined
  /** While `stale`: the time of the last answer or progress, in milliseconds since the epoch. */
  readonly staleSince: number | undefined
  /**
   * While a request has waited for more than 5 s, and nothing else was answered since: the time of the last answer, in
   * milliseconds since the epoch.
   */
  readonly silentSince: number | undefined
  /** Whether the network can be reached: the same for all its followers, and for `useNetworkStatus`. */
  readonly connectivity: ConnectivityStatus
  /** Rows from this block on may be of a chain that was replaced, until new ones have been read. */
  readonly staleFrom: bigint | undefined
  /** Why the last attempt failed. It is retried, and existing logs stay. */
  readonly error: Error | undefined
}

/** The first replaced block. `isDeep`: blocks that counted as final were replaced as well. */
export interface Reorg {
  readonly from: bigint
  readonly isDeep: boolean
}

/** `range` is complete now, and empty above `head`. After a long absence, several changes follow each other. */
interface FollowedRange<row> extends Omit<RangeLogs, 'source'> {
  /** The rows of `selection`: all logs of `range`, oldest first. */
  readonly logs: LogList<row>
  readonly head: { readonly number: bigint; readonly hash: Hash }
  /** Blocks up to this one are final; `-1n` if none is. */
  readonly finalized: bigint
}

/** What changed since the last change. */
export interface FollowUpdate<row = RawLog> extends FollowedRange<row> {
  readonly type: 'change'
  /** New logs of `range`. */
  readonly added: readonly row[]
  /** Earlier logs of `range` whose blocks were replaced, marked as `removed`. */
  readonly removed: readonly row[]
  /** Set when blocks were replaced. */
  readonly reorg: Reorg | undefined
}

/**
 * The chain was replaced deeper than the logs in memory, so the removed ones are unknown. Discard all logs of
 * `range`, or start over, then add `current`.
 */
export interface FollowReset<row = RawLog> extends FollowedRange<row> {
  readonly type: 'reset'
  /** All logs of `range`, including earlier ones that are still valid. */
  readonly current: readonly row[]
  readonly reorg: Reorg
}

/** A step from one consistent list to the next: `logs` replaces all earlier logs of `range`. */
export type FollowChange<row = RawLog> = FollowUpdate<row> | FollowReset<row>
