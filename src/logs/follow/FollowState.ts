import type { Hash } from 'viem'
import type { RawLog } from '../Log.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { LogSelection } from '../columns/LogSelection.ts'
import type { ConnectivityStatus } from '../ConnectivityStatus.ts'

/**
 * - `catching-up`: what happened since the last look is being read
 * - `live`: up to date; the network's socket tells of new blocks, or they are polled for where there is none
 * - `degraded`: up to date by polling, because the network's socket does not work
 * - `stale`: not up to date, and not for want of waiting: the page is offline, no endpoint answers, or none could be read
 *   for too long
 * - `paused`: nothing is sent until it is resumed
 */
export type FollowStatus = 'catching-up' | 'live' | 'degraded' | 'stale' | 'paused'

export interface FollowState {
  readonly status: FollowStatus
  /** What tells of new blocks. */
  readonly source: 'socket' | 'polling'
  /**
   * Milliseconds between two polls, while polling; with a socket, between two reads of several blocks at once, while
   * the day's calls would not last for every block.
   */
  readonly pollingInterval: number | undefined
  /** The newest block that an endpoint showed. It goes back only when the chain did. */
  readonly head: bigint | undefined
  /** When that block was first heard of, in milliseconds since the epoch. */
  readonly headAt: number | undefined
  /** All logs up to this block are there. */
  readonly verifiedTo: bigint | undefined
  /** Blocks up to this one cannot change any more: by the nodes' `finalized` tag, or by the network's depth. */
  readonly finalized: bigint | undefined
  /** When it was last known to be up to date, in milliseconds since the epoch. */
  readonly lastUpdated: number | undefined
  /** Since when it is `stale`: when it was last heard of, or began; `undefined` while it is not. */
  readonly staleSince: number | undefined
  /** Whether the network can be reached: the same for all who follow it, and for `useNetworkStatus`. */
  readonly connectivity: ConnectivityStatus
  /** The first block from which on rows may be of a chain that is gone, until they are replaced. */
  readonly staleFrom: bigint | undefined
  /** Why the last attempt failed. It is made again; what is there stays. */
  readonly error: Error | undefined
}

/** From which block on the chain was replaced. `isDeep`: blocks that counted as final were among them. */
export interface Reorg {
  readonly from: bigint
  readonly isDeep: boolean
}

interface FollowedRange {
  /** Blocks that were read, and are complete now; above `head`, there are none. After a long time away, it comes in parts. */
  readonly range: BlockInterval
  /** All logs of `range`, packed, oldest first. */
  readonly logs: LogSelection
  readonly head: { readonly number: bigint; readonly hash: Hash }
  readonly finalized: bigint
}

/** What changed since the last one, at once. */
export interface FollowUpdate<row = RawLog> extends FollowedRange {
  readonly type: 'change'
  /** Those logs of `range` that are new. */
  readonly added: readonly row[]
  /** Those that were there and are not any more, marked as `removed`: their blocks were replaced. */
  readonly removed: readonly row[]
  /** From which block on the chain was replaced, when it was. */
  readonly reorg: Reorg | undefined
}

/**
 * The chain was replaced deeper than logs are kept, so that nobody can say which of them are gone: whatever was told of
 * `range` is void. Drop it, or start over, then take `current`.
 */
export interface FollowReset<row = RawLog> extends FollowedRange {
  readonly type: 'reset'
  /** All logs of `range`: those that were told before and stand are among them. */
  readonly current: readonly row[]
  readonly reorg: Reorg
}

/** A step from one consistent list to the next: `logs` takes the place of everything that was there in `range`. */
export type FollowChange<row = RawLog> = FollowUpdate<row> | FollowReset<row>
