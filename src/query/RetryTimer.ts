import { ModuleLoadError } from '../errors/ModuleLoadError.ts'
import { NodeError } from '../errors/NodeError.ts'
import { isUnreachable } from '../logs/ConnectivityStatus.ts'
import type { FollowState } from '../logs/follow/FollowState.ts'
import type { Connectivity } from '../logs/follow/head/Connectivity.ts'

/** Milliseconds before the first retry, and the longest delay between two. */
const firstDelay = 1_000
const maxDelay = 30_000
/** Kinds of errors that a retry does not fix. */
const permanent = new Set(['fatal', 'invalid-input', 'unavailable', 'wrong-network', 'pruned'])

/** Retries a failed first read while the query is live: with growing delays, and as soon as the network is reachable again. */
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

  /** Live status while the first read keeps failing; `undefined` before it has failed. */
  get state(): FollowState | undefined {
    return this.#state
  }

  /** Schedules a retry, unless the error is permanent. `connectivity` is that of the network, if its pool is loaded. */
  start(error: Error, connectivity?: Connectivity): void {
    const isPermanent =
      !(error instanceof ModuleLoadError) && (!(error instanceof NodeError) || permanent.has(error.kind))
    if (this.#timer !== undefined || (isPermanent && this.#state?.error === error)) return
    const staleSince = this.#state?.staleSince ?? Date.now()
    this.#state = { ...unreadState, staleSince, error, connectivity: connectivity?.getStatus() ?? 'unknown' }
    if (isPermanent) return
    const delay = Math.min(maxDelay, firstDelay * 2 ** this.#failures++)
    this.#timer = setTimeout(() => {
      this.#retryNow()
    }, delay)
    if (!connectivity) return
    this.#stopWatching = connectivity.subscribe(() => {
      if (this.#timer === undefined || !this.#state) return
      const status = connectivity.getStatus()
      const isBack = isUnreachable(this.#state.connectivity) && !isUnreachable(status)
      this.#state = { ...this.#state, connectivity: status }
      this.#onState()
      if (isBack) this.#retryNow()
    })
  }

  /** Called when a read starts. */
  pause(): void {
    this.#stopWatching()
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Called when following has started, or when the query is no longer live. */
  stop(): void {
    this.pause()
    this.#failures = 0
    this.#state = undefined
  }

  #retryNow(): void {
    this.pause()
    this.#retry()
  }
}

const unreadState = {
  status: 'stale',
  source: 'polling',
  pollingInterval: undefined,
  head: undefined,
  headAt: undefined,
  verifiedTo: undefined,
  finalized: undefined,
  lastUpdated: undefined,
  staleFrom: undefined,
  silentSince: undefined,
} as const
