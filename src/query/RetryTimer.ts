import { ModuleLoadError } from '../errors/ModuleLoadError.ts'
import { NodeError } from '../errors/NodeError.ts'
import { QuotaExceededError } from '../errors/QuotaExceededError.ts'
import { isUnreachable } from '../logs/ConnectivityStatus.ts'
import type { FollowState } from '../logs/follow/FollowState.ts'
import type { Connectivity } from '../logs/follow/head/Connectivity.ts'

/** Milliseconds before the first retry, and the longest delay between two. */
const firstDelay = 1_000
const maxDelay = 30_000
/** Kinds of errors that a retry does not fix. */
const permanent = new Set(['fatal', 'invalid-input', 'unavailable', 'pruned'])

/**
 * Retries a failed first read while the query is live: with growing delays, and as soon as the network is reachable again or the
 * daily budget resets.
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

  /** Live status while the first read keeps failing; `undefined` before it has failed. */
  get state(): FollowState | undefined {
    return this.#state
  }

  /** Schedules a retry, unless the error is permanent. `connectivity` is that of the network, if its pool is loaded. */
  start(error: Error, connectivity?: Connectivity): void {
    const isPermanent = !isTemporary(error)
    if (this.#timer !== undefined || (isPermanent && this.#state?.error === error)) return
    const staleSince = this.#state?.staleSince ?? Date.now()
    this.#state = { ...unreadState, staleSince, error, connectivity: connectivity?.getStatus() ?? 'unknown' }
    if (isPermanent) return
    const growing = Math.min(maxDelay, firstDelay * 2 ** this.#failures++)
    const toReset = error instanceof QuotaExceededError ? error.resetsAt - Date.now() : 0
    this.#timer = setTimeout(() => this.#retryNow(), Math.max(growing, toReset))
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

/** Whether a retry may succeed. */
export function isTemporary(error: Error): boolean {
  if (error instanceof NodeError) return !permanent.has(error.kind)
  return error instanceof ModuleLoadError || error instanceof QuotaExceededError
}

/** Nothing else is known before the first read. */
const unreadState = { status: 'stale', source: 'polling' } as FollowState
