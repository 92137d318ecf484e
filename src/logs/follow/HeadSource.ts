import type { Head, HeadFeedState, HeadListener } from './HeadFeed.ts'

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
