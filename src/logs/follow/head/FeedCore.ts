import type { BudgetStatus } from '../../../rpc/Budget.ts'
import { MonotonicClock, type Clock } from '../../../rpc/Clock.ts'
import { onAbort } from '../../../rpc/onAbort.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import type { Head } from '../../chain/readHeader.ts'
import { isUnreachable } from '../../ConnectivityStatus.ts'
import { Connectivity } from './Connectivity.ts'
import type { HeadFeedState, HeadListener } from './HeadSource.ts'
import type { PageSignals } from './PageSignals.ts'
import { shallowEqual } from './shallowEqual.ts'
import { SilenceTimer, type SilenceTimerOptions } from './SilenceTimer.ts'

export interface FeedOptions {
  readonly clock: Clock
  readonly page: PageSignals
}

/** Callbacks of a running feed. */
export interface FeedHandlers {
  /** Whether another source has taken over. If so, no other callback is called. */
  readonly isReplaced: () => boolean
  /** The state may have changed; `isInterruption` when heads may have been missed. */
  readonly update: (isInterruption: boolean) => void
  /** The page was shown or hidden, went online or offline, or woke from sleep; `isBack` when it is time to poll. */
  readonly onPage: (isBack: boolean) => void
  /** An endpoint answers again. */
  readonly onReachable: () => void
}

/** The common part of a network's head feed and a filter's feed: listeners, state, silence, and how often to poll. */
export class FeedCore<state extends HeadFeedState> {
  readonly clock: Clock
  readonly page: PageSignals
  readonly connectivity: Connectivity
  readonly silence: SilenceTimer
  readonly #pool: Pool
  readonly #listeners = new Set<HeadListener>()
  readonly #callsPerPoll: (listeners: number) => number
  #run: AbortController | undefined
  #state: state

  constructor(
    pool: Pool,
    { clock, page }: FeedOptions,
    options: SilenceTimerOptions & {
      readonly initial: Omit<state, keyof HeadFeedState>
      /** Calls that a poll leads to, on average. */
      readonly callsPerPoll: (listeners: number) => number
    },
  ) {
    this.#pool = pool
    this.clock = new MonotonicClock(clock)
    this.page = page
    this.connectivity = Connectivity.of(pool, page)
    this.#callsPerPoll = options.callsPerPoll
    this.#state = { ...unstarted, ...options.initial } as state
    this.silence = new SilenceTimer(this.clock, options)
  }

  get state(): state {
    return this.#state
  }

  get listeners(): number {
    return this.#listeners.size
  }

  /** Fires when the last listener is gone; `undefined` before the first. */
  get signal(): AbortSignal | undefined {
    return this.#run?.signal
  }

  /** Calls `start` for the first listener. */
  subscribe(listener: HeadListener, start: (signal: AbortSignal) => void): () => void {
    this.#listeners.add(listener)
    if (!this.#run) start((this.#run = new AbortController()).signal)
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return
      this.#run?.abort()
      this.#run = undefined
    }
  }

  /** Watches the page and the network's connectivity. */
  watch(signal: AbortSignal, { isReplaced, update, onPage, onReachable }: FeedHandlers): void {
    const { page, connectivity, silence } = this
    const stopPage = page.subscribe((hasSlept) => {
      if (isReplaced()) return
      const wasAway = hasSlept || this.#state.staleSince !== undefined
      // A page that was away polls even while it is hidden: offline, no poll was scheduled.
      const isBack = page.isOnline() && (wasAway || !page.isHidden())
      update(isBack)
      silence.restart()
      onPage(isBack)
    })
    const stopConnectivity = connectivity.subscribe(() => {
      if (isReplaced()) return
      update(false)
      if (this.#state.staleSince !== undefined && !isUnreachable(connectivity.getStatus())) onReachable()
    })
    onAbort(signal, () => {
      stopPage()
      stopConnectivity()
      silence.stop()
    })
  }

  report(head: Head, interruptions: number): void {
    for (const listener of [...this.#listeners]) listener.onHead(head, interruptions)
  }

  /** Changes the state, and updates its connectivity. Returns whether anything differs. `isInterruption`: heads may have been missed. */
  set(change: Partial<state>, isInterruption = false): boolean {
    const connectivity = this.connectivity.getStatus()
    const next: state = { ...this.#state, ...change, connectivity }
    const before = this.#state.staleSince
    const staleSince = isUnreachable(connectivity) ? (before ?? this.silence.lastAnswer) : next.staleSince
    const isNewlyStale = staleSince !== undefined && before === undefined
    const interruptions = next.interruptions + Number(isInterruption || isNewlyStale)
    return this.put({ ...next, staleSince, interruptions })
  }

  /** Replaces the state, and notifies listeners if anything differs. Returns whether it did. */
  put(next: state): boolean {
    if (shallowEqual(next, this.#state)) return false
    this.#state = next
    for (const listener of [...this.#listeners]) listener.onState()
    return true
  }

  /** The shortest polling interval of all listeners. */
  minInterval(): number {
    return Math.min(...[...this.#listeners].map((listener) => listener.pollingInterval()))
  }

  /** Milliseconds between two polls of all listeners. */
  interval(): number {
    return this.budgeted(this.minInterval(), this.#callsPerPoll(this.#listeners.size), this.page.isHidden())
  }

  /** Milliseconds between two polls, at least `minimum`, that the day's budget allows. */
  budgeted(minimum: number, callsPerPoll: number, isHidden: boolean): number {
    const budget = this.#pool.budget.getStatus()
    return budgetedInterval({ minimum, budget, callsPerPoll, now: this.clock.now(), isHidden })
  }
}

const unstarted: HeadFeedState = {
  source: 'polling',
  interval: undefined,
  isDegraded: false,
  connectivity: 'unknown',
  staleSince: undefined,
  silentSince: undefined,
  interruptions: 0,
  lower: undefined,
  error: undefined,
}

/** The share of the day's budget that polling leaves for the user's own requests. */
const reserve = 0.2
/** When only the reserve is left, polling uses at most this share of it. */
const shareOfReserve = 0.125
/** Milliseconds between two polls of a hidden page. */
const hiddenInterval = 120_000
/** Maximum milliseconds between two polls, so that a new day's budget is noticed. */
const maxInterval = 900_000

/**
 * Milliseconds between two polls, so that the budget lasts until the end of the day and leaves a share for the user's
 * own requests.
 */
function budgetedInterval({
  minimum,
  budget,
  callsPerPoll,
  now,
  isHidden,
}: {
  minimum: number
  budget: Pick<BudgetStatus, 'quota' | 'remaining' | 'resetsAt' | 'ignored'>
  callsPerPoll: number
  now: number
  isHidden: boolean
}): number {
  const { quota, remaining, resetsAt, ignored } = budget
  const wanted = isHidden ? Math.max(minimum, hiddenInterval) : minimum
  if (quota === undefined || remaining === undefined || ignored) return wanted
  const calls = Math.max(remaining - quota * reserve, remaining * shareOfReserve)
  const polls = calls / callsPerPoll
  const even = polls < 1 ? maxInterval : (resetsAt - now) / polls
  if (even <= wanted) return wanted
  // Whole seconds, so that the shown interval does not change all the time.
  return Math.max(wanted, Math.min(maxInterval, Math.ceil(even / 1_000) * 1_000))
}
