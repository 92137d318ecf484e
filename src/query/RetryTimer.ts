import { NodeError } from '../errors/NodeError.ts'
import type { Connectivity } from '../logs/follow/head/Connectivity.ts'
import { isUnreachable } from '../logs/ConnectivityStatus.ts'
import type { FollowState } from '../logs/follow/FollowState.ts'

/** Milliseconds until the first attempt after a failure, and at most between two. */
const firstPause = 1_000
const longestPause = 30_000
/** What the same request would meet again. */
const lasting = new Set(['fatal', 'invalid-input', 'unavailable', 'wrong-network', 'pruned'])

/**
 * Repeats a first read that failed, for as long as somebody wants the query live: after longer and longer pauses, and as
 * soon as the network can be reached again.
 */
export class RetryTimer {
  readonly #retry: () => void
  readonly #onState: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #stopWatching = () => {}
  #failures = 0
  #state: FollowState | undefined

  constructor(retry: () => void, onState: () => void) {
    this.#retry = retry
    this.#onState = onState
  }

  /** Live status while nothing could be read; `undefined` before a read has failed. */
  get state(): FollowState | undefined {
    return this.#state
  }

  /** The read failed. What would fail again the same way is not repeated. */
  start(error: Error, connectivity: Connectivity): void {
    const isLasting = !(error instanceof NodeError) || lasting.has(error.kind)
    if (this.#timer !== undefined || (isLasting && this.#state?.error === error)) return
    const staleSince = this.#state?.staleSince ?? Date.now()
    this.#state = { ...unread, staleSince, error, connectivity: connectivity.getStatus() }
    if (isLasting) return
    const pause = Math.min(longestPause, firstPause * 2 ** this.#failures++)
    this.#timer = setTimeout(() => {
      this.#again()
    }, pause)
    this.#stopWatching = connectivity.subscribe(() => {
      if (this.#timer === undefined || !this.#state) return
      const status = connectivity.getStatus()
      const isBack = isUnreachable(this.#state.connectivity) && !isUnreachable(status)
      this.#state = { ...this.#state, connectivity: status }
      this.#onState()
      if (isBack) this.#again()
    })
  }

  /** A read is under way. */
  pause(): void {
    this.#stopWatching()
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Following has begun, or the query is no longer live. */
  stop(): void {
    this.pause()
    this.#failures = 0
    this.#state = undefined
  }

  #again(): void {
    this.pause()
    this.#retry()
  }
}

const unread = {
  status: 'stale',
  source: 'polling',
  pollingInterval: undefined,
  head: undefined,
  headAt: undefined,
  verifiedTo: undefined,
  finalized: undefined,
  lastUpdated: undefined,
  staleFrom: undefined,
} as const
