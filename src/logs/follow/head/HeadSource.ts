import type { ConnectivityStatus } from '../../ConnectivityStatus.ts'
import type { Head } from '../../chain/readHeader.ts'

export interface HeadFeedState {
  readonly source: 'socket' | 'polling'
  /** Milliseconds between two polls, while polling. */
  readonly interval: number | undefined
  /** The network has a socket, and it does not work. */
  readonly isDegraded: boolean
  readonly connectivity: ConnectivityStatus
  /** Since when no endpoint could be heard of, in milliseconds since the epoch; `undefined` while all is well. */
  readonly staleSince: number | undefined
  /**
   * How often something may have been missed: the socket went, the page was hidden or asleep, nobody was heard of. A head
   * that is told afterwards may still be of before.
   */
  readonly lapses: number
  readonly error: Error | undefined
}

export interface HeadListener {
  /** Least milliseconds between two polls. */
  readonly pollingInterval: number
  /**
   * There is a new head, or the same once more: somebody asked to look.
   *
   * @param makesGood how many of the lapses it is certain to come after
   */
  onHead(head: Head, makesGood: number): void
  onState(): void
}

/** What wakes a follower: tells of heads, and of how it hears of them. */
export interface HeadSource {
  /** The newest block that was believed. */
  readonly head: Head | undefined
  /** Stable until something changes, of which the listeners are told. */
  getState(): HeadFeedState
  /** Starts with the first listener; returns how to leave, and stops with the last. */
  subscribe(listener: HeadListener): () => void
  /** Least milliseconds between two reads of what pushed heads bring, so that the day's budget lasts. */
  readPace(): number
  /** Looks now: something may have been missed. */
  poke(): void
  /** What this endpoint showed did not fit together: others are asked for a while. */
  distrust(endpoint: string): void
}
