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
import { pollingPace } from '../head/pollingPace.ts'

export interface FilterFeedState extends HeadFeedState {
  readonly filter: NodeFilter | undefined
  /** When a head was first seen with the filter in place, in milliseconds since the epoch. */
  readonly filterSince: number | undefined
  /** No endpoint has filters that work: heads are polled for instead. */
  readonly isUnsupported: boolean
}

export interface FilterFeedOptions extends HeadFeedOptions {
  /** Told after each change of the state. */
  readonly onState: () => void
}

/** The filter's changes, and as much again for what they lead to, or for what they may keep to themselves. */
const callsPerPoll = 2

/**
 * Wakes a follower when a filter on a node (`eth_newFilter`, `eth_getFilterChanges`) has something to tell: not by what
 * it tells, but by a look at the head of the same endpoint. Where there are no filters, or none that can be relied on,
 * it is the network's heads that wake.
 */
export class FilterFeed implements HeadSource {
  readonly #pool: Pool
  readonly #clock: Clock
  readonly #page: PageSignals
  readonly #options: FilterFeedOptions
  readonly #listeners = new Set<HeadListener>()
  readonly #polls: FilterPoller
  readonly #connectivity: Connectivity
  readonly #contact: SilenceTimer
  #run: AbortController | undefined
  /** What wakes where there are no filters. */
  #heads: HeadSource | undefined
  #state: FilterFeedState = {
    source: 'polling',
    interval: undefined,
    isDegraded: false,
    connectivity: 'unknown',
    staleSince: undefined,
    lapses: 0,
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
    this.#polls = new FilterPoller(pool, filter, {
      clock: this.#clock,
      page: this.#page,
      pace: () => this.#pace(),
      lapses: () => ({ isAway: this.#state.staleSince !== undefined, count: this.#state.lapses }),
      onHeard: () => {
        this.#contact.heard()
        this.#set({ staleSince: undefined, error: undefined })
      },
      onHead: (head, makesGood) => {
        for (const listener of [...this.#listeners]) listener.onHead(head, makesGood)
      },
      onFilter: (filter, filterSince) => {
        this.#set({ filter, filterSince })
      },
      onError: (error) => {
        this.#set({ error })
      },
    })
    this.#contact = new SilenceTimer({
      clock: this.#clock,
      pace: () => this.#pace(),
      onSilence: () => {
        this.#set({ staleSince: this.#contact.last })
      },
    })
  }

  readonly getState = (): FilterFeedState => this.#state

  get head(): Head | undefined {
    return this.#heads ? this.#heads.head : this.#polls.head
  }

  /** Makes the filter with the first listener, uninstalls it with the last. */
  subscribe(listener: HeadListener): () => void {
    this.#listeners.add(listener)
    if (!this.#run) void this.#live((this.#run = new AbortController()).signal)
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return
      this.#run?.abort()
      this.#run = undefined
    }
  }

  readPace(): number {
    return this.#heads?.readPace() ?? 0
  }

  poke(): void {
    this.#heads?.poke()
    if (this.#heads || !this.#page.isOnline()) return
    this.#polls.poke()
  }

  distrust(endpoint: string): void {
    this.#heads?.distrust(endpoint)
    this.#polls.distrust(endpoint)
  }

  /**
   * Takes in what reading found: the filter ought to tell of it, too.
   *
   * @param newest the block of the newest log now
   */
  compare(change: FollowChange, newest: Checkpoint | undefined): void {
    this.#polls.compare(change, newest)
  }

  async #live(signal: AbortSignal): Promise<void> {
    this.#contact.heard()
    const stopWatching = this.#page.subscribe((hasSlept) => {
      this.#onPage(hasSlept || this.#state.staleSince !== undefined)
    })
    const stopListening = this.#connectivity.subscribe(() => {
      if (this.#heads) return
      this.#set({})
      // Somebody answers again.
      if (this.#state.staleSince !== undefined && !isUnreachable(this.#connectivity.getStatus())) this.poke()
    })
    onAbort(signal, () => {
      stopWatching()
      stopListening()
      this.#contact.stop()
    })
    this.#set({ staleSince: undefined, error: undefined })
    if (!this.#state.isUnsupported) await this.#polls.run(signal)
    if (signal.aborted) return
    this.#set({ isUnsupported: true })
    this.#followHeads(signal)
  }

  /** The page is shown or hidden, online or offline, or awake again. */
  #onPage(wasAway: boolean): void {
    // The network's heads see to that themselves.
    if (this.#heads) return
    // Offline it sleeps without an end, and wakes also where nobody looks.
    const isBack = this.#page.isOnline() && (wasAway || !this.#page.isHidden())
    this.#set({ lapses: this.#state.lapses + Number(isBack) })
    this.#contact.restart()
    if (isBack) this.#polls.poke()
    else if (!this.#page.isOnline()) this.#polls.hold()
  }

  #followHeads(signal: AbortSignal): void {
    this.#contact.stop()
    const heads = (this.#heads = HeadFeed.of(this.#pool, this.#options))
    const earlier = this.#state.lapses
    const tell = (head: Head, makesGood: number) => {
      for (const listener of [...this.#listeners]) listener.onHead(head, earlier + makesGood)
    }
    const update = () => {
      const state = heads.getState()
      this.#set({ ...state, lapses: earlier + state.lapses })
    }
    const unsubscribe = heads.subscribe({
      pollingInterval: this.#least(),
      onHead: tell,
      onState: update,
    })
    onAbort(signal, () => {
      unsubscribe()
      this.#heads = undefined
    })
    update()
    if (heads.head) tell(heads.head, 0)
  }

  #least(): number {
    return Math.min(...[...this.#listeners].map(({ pollingInterval }) => pollingInterval))
  }

  #pace(): number {
    return pollingPace({
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
      if (isUnreachable(next.connectivity)) next.staleSince ??= this.#contact.last
      // Between two polls, the node keeps what happens: only who does not poll may miss something.
      if (next.staleSince !== undefined && this.#state.staleSince === undefined) next.lapses++
      next.interval = this.#listeners.size > 0 ? this.#pace() : undefined
    }
    if (shallowEqual(next, this.#state)) return
    this.#state = next
    for (const listener of [...this.#listeners]) listener.onState()
    this.#options.onState()
  }
}
