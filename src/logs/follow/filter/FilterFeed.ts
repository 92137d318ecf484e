import type { Clock } from '../../../rpc/Clock.ts'
import { onAbort } from '../../../rpc/onAbort.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import { monotonicClock } from '../../../rpc/Clock.ts'
import type { Filter } from '../../filter/Filter.ts'
import type { Checkpoint } from '../Checkpoints.ts'
import { Connectivity } from '../head/Connectivity.ts'
import { isUnreachable } from '../../ConnectivityStatus.ts'
import { SilenceTimer } from '../head/SilenceTimer.ts'
import { FilterPoller } from './FilterPoller.ts'
import type { FollowChange } from '../FollowState.ts'
import { HeadFeed } from '../head/HeadFeed.ts'
import type { Head } from '../../chain/readHeader.ts'
import type { HeadFeedOptions } from '../head/HeadFeed.ts'
import type { HeadFeedState, HeadListener, HeadSource } from '../head/HeadSource.ts'
import { shallowEqual } from '../head/shallowEqual.ts'
import type { NodeFilter } from './NodeFilter.ts'
import type { PageSignals } from '../head/PageSignals.ts'
import { budgetedInterval } from '../head/budgetedInterval.ts'

export interface FilterFeedState extends HeadFeedState {
  readonly filter: NodeFilter | undefined
  /** When the filter began to work, in milliseconds since the epoch. */
  readonly filterSince: number | undefined
  /** No endpoint has working filters: heads are polled instead. */
  readonly isUnsupported: boolean
}

export interface FilterFeedOptions extends HeadFeedOptions {
  /** Called after each change of the state. */
  readonly onState: () => void
}

/** The filter's changes, and on average one read that these or an audit lead to. */
const callsPerPoll = 2

/**
 * Wakes a follower when a filter on a node (`eth_newFilter`, `eth_getFilterChanges`) has changes. The changes themselves are
 * not used: the follower syncs to the head of the same endpoint. If no endpoint has reliable filters, the network's head
 * feed wakes it instead.
 */
export class FilterFeed implements HeadSource {
  readonly #pool: Pool
  readonly #clock: Clock
  readonly #page: PageSignals
  readonly #options: FilterFeedOptions
  readonly #listeners = new Set<HeadListener>()
  readonly #poller: FilterPoller
  readonly #connectivity: Connectivity
  readonly #silence: SilenceTimer
  #run: AbortController | undefined
  /** The network's head feed, once filters have turned out not to work. */
  #heads: HeadSource | undefined
  #state: FilterFeedState = {
    source: 'polling',
    interval: undefined,
    isDegraded: false,
    connectivity: 'unknown',
    staleSince: undefined,
    interruptions: 0,
    error: undefined,
    filter: undefined,
    filterSince: undefined,
    isUnsupported: false,
  }

  constructor(pool: Pool, filter: Filter, options: FilterFeedOptions) {
    this.#pool = pool
    this.#options = options
    this.#clock = monotonicClock(options.clock)
    this.#page = options.page
    this.#connectivity = Connectivity.of(pool, this.#page)
    this.#poller = new FilterPoller(pool, filter, {
      clock: this.#clock,
      page: this.#page,
      interval: () => this.#interval(),
      interruptions: () => ({
        isStale: this.#state.staleSince !== undefined,
        count: this.#state.interruptions,
      }),
      onAnswer: () => {
        this.#silence.answered()
        this.#set({ staleSince: undefined, error: undefined })
      },
      onHead: (head, interruptions) => {
        for (const listener of [...this.#listeners]) listener.onHead(head, interruptions)
      },
      onFilter: (filter, filterSince) => {
        this.#set({ filter, filterSince })
      },
      onError: (error) => {
        this.#set({ error })
      },
    })
    this.#silence = new SilenceTimer({
      clock: this.#clock,
      interval: () => this.#interval(),
      onSilence: () => {
        this.#set({ staleSince: this.#silence.lastAnswer })
      },
    })
  }

  readonly getState = (): FilterFeedState => this.#state

  get head(): Head | undefined {
    return this.#heads ? this.#heads.head : this.#poller.head
  }

  /** Creates the filter with the first listener, uninstalls it with the last. */
  subscribe(listener: HeadListener): () => void {
    this.#listeners.add(listener)
    if (!this.#run) void this.#start((this.#run = new AbortController()).signal)
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return
      this.#run?.abort()
      this.#run = undefined
    }
  }

  readInterval(): number {
    return this.#heads?.readInterval() ?? 0
  }

  check(): void {
    this.#heads?.check()
    if (this.#heads || !this.#page.isOnline()) return
    this.#poller.check()
  }

  avoid(endpoint: string): void {
    this.#heads?.avoid(endpoint)
    this.#poller.avoid(endpoint)
  }

  /**
   * Notes logs that reading found, which the filter must report as well.
   *
   * @param newest the block of the newest log
   */
  noteRead(change: FollowChange, newest: Checkpoint | undefined): void {
    this.#poller.noteRead(change, newest)
  }

  async #start(signal: AbortSignal): Promise<void> {
    this.#silence.answered()
    const stopWatching = this.#page.subscribe((hasSlept) => {
      this.#onPage(hasSlept || this.#state.staleSince !== undefined)
    })
    const stopListening = this.#connectivity.subscribe(() => {
      if (this.#heads) return
      this.#set({})
      // An endpoint answers again.
      if (this.#state.staleSince !== undefined && !isUnreachable(this.#connectivity.getStatus())) this.check()
    })
    onAbort(signal, () => {
      stopWatching()
      stopListening()
      this.#silence.stop()
    })
    this.#set({ staleSince: undefined, error: undefined })
    if (!this.#state.isUnsupported) await this.#poller.run(signal)
    if (signal.aborted) return
    this.#set({ isUnsupported: true })
    this.#followHeads(signal)
  }

  /** The page was shown or hidden, went online or offline, or woke from sleep. */
  #onPage(wasAway: boolean): void {
    // The network's head feed handles that itself.
    if (this.#heads) return
    // Offline, polls wait without a limit, so that coming back wakes hidden pages too.
    const isBack = this.#page.isOnline() && (wasAway || !this.#page.isHidden())
    this.#set({ interruptions: this.#state.interruptions + Number(isBack) })
    this.#silence.restart()
    if (isBack) this.#poller.check()
    else if (!this.#page.isOnline()) this.#poller.suspend()
  }

  #followHeads(signal: AbortSignal): void {
    this.#silence.stop()
    const heads = (this.#heads = HeadFeed.of(this.#pool, this.#options))
    const before = this.#state.interruptions
    const report = (head: Head, interruptions: number) => {
      for (const listener of [...this.#listeners]) listener.onHead(head, before + interruptions)
    }
    const update = () => {
      const state = heads.getState()
      this.#set({ ...state, interruptions: before + state.interruptions })
    }
    const unsubscribe = heads.subscribe({
      pollingInterval: this.#least(),
      onHead: report,
      onState: update,
    })
    onAbort(signal, () => {
      unsubscribe()
      this.#heads = undefined
    })
    update()
    if (heads.head) report(heads.head, 0)
  }

  #least(): number {
    return Math.min(...[...this.#listeners].map(({ pollingInterval }) => pollingInterval))
  }

  #interval(): number {
    return budgetedInterval({
      least: this.#least(),
      budget: this.#pool.budget.getStatus(),
      callsPerPoll,
      now: this.#clock.now(),
      isHidden: this.#page.isHidden(),
    })
  }

  #set(change: Partial<FilterFeedState>): void {
    const next: { -readonly [key in keyof FilterFeedState]: FilterFeedState[key] } = {
      ...this.#state,
      ...change,
    }
    if (!this.#heads) {
      next.connectivity = this.#connectivity.getStatus()
      if (isUnreachable(next.connectivity)) next.staleSince ??= this.#silence.lastAnswer
      // Between two polls the node collects changes: they are missed only when polls fail.
      if (next.staleSince !== undefined && this.#state.staleSince === undefined) next.interruptions++
      next.interval = this.#listeners.size > 0 ? this.#interval() : undefined
    }
    if (shallowEqual(next, this.#state)) return
    this.#state = next
    for (const listener of [...this.#listeners]) listener.onState()
    this.#options.onState()
  }
}
