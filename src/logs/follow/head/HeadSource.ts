import type { Head } from '../../chain/readHeader.ts'
import type { ConnectivityStatus } from '../../ConnectivityStatus.ts'

export interface HeadFeedState {
  readonly source: 'socket' | 'polling'
  /** Milliseconds between two polls, while polling. */
  readonly interval: number | undefined
  /** Whether the network's socket does not work. */
  readonly isDegraded: boolean
  readonly connectivity: ConnectivityStatus
  /** The time of the last answer, in milliseconds since the epoch, while endpoints are silent; else `undefined`. */
  readonly staleSince: number | undefined
  /** The time of the last answer, in milliseconds since the epoch, while a poll has waited for one for more than 5 s. */
  readonly silentSince: number | undefined
  /**
   * How often heads may have been missed: the socket closed or fell behind, the page was hidden or asleep, or no endpoint answered. A head that
   * arrives after one may have been sent before it.
   */
  readonly interruptions: number
  /** The last head, if it is lower than {@link HeadSource.head}: its endpoint may be behind, or the chain was replaced. */
  readonly lower: LowerHead | undefined
  readonly error: Error | undefined
}

export interface LowerHead {
  readonly head: Head
  /** Whether polls have shown lower heads several times in a row. */
  readonly isRepeated: boolean
}

export interface HeadListener {
  /** Minimum milliseconds between two polls, which may change. */
  pollingInterval(): number
  /**
   * A new head, or the same one again after {@link HeadSource.check}.
   *
   * @param interruptions how many interruptions certainly preceded the head
   */
  onHead(head: Head, interruptions: number): void
  onState(): void
}

/** Wakes a follower: reports new heads, and whether heads may have been missed. */
export interface HeadSource {
  /** The newest valid head. */
  readonly head: Head | undefined
  /** The same object until it changes and listeners are notified. */
  getState(): HeadFeedState
  /** Starts with the first listener, stops with the last. Returns a function that unsubscribes. */
  subscribe(listener: HeadListener): () => void
  /** Minimum milliseconds between two reads of pushed blocks, so that the day's budget lasts. */
  readInterval(): number
  /** Reads the head now: something may have been missed. */
  check(): void
  /** Uses other endpoints for a while: this one sent inconsistent answers. */
  avoid(endpoint: string): void
}
