import { NodeError } from '../errors.ts'
import type { FollowState } from '../logs/follow/FollowState.ts'

/** Milliseconds until the first attempt after a failure, and at most between two. */
const firstPause = 1_000
const longestPause = 30_000
/** What the same request would meet again. */
const lasting = new Set(['fatal', 'invalid-input', 'unavailable', 'wrong-network', 'pruned'])

/** Repeats a first read that failed, after longer and longer pauses, for as long as somebody wants the query live. */
export class RetryTimer {
  readonly #retry: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #state: FollowState | undefined

  constructor(retry: () => void) {
    this.#retry = retry
  }

  /** Live status while nothing could be read; `undefined` before a read has failed. */
  get state(): FollowState | undefined {
    return this.#state
  }

  /** The read failed. What would fail again the same way is not repeated. */
  start(error: Error): void {
    if (this.#timer !== undefined || this.#state?.error === error) return
    this.#state = { ...unread, error }
    if (!(error instanceof NodeError) || lasting.has(error.kind)) return
    const pause = Math.min(longestPause, firstPause * 2 ** this.#failures++)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#retry()
    }, pause)
  }

  /** A read is under way. */
  pause(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** There is something to follow, or nobody wants it any more. */
  stop(): void {
    this.pause()
    this.#failures = 0
    this.#state = undefined
  }
}

const unread: FollowState = {
  status: 'stale',
  source: 'polling',
  pollingInterval: undefined,
  head: undefined,
  verifiedTo: undefined,
  finalised: undefined,
  lastUpdated: undefined,
  staleFrom: undefined,
  error: undefined,
}
