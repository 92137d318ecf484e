import { onAbort } from '../../../rpc/onAbort.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import type { Checkpoint } from '../../cache/LogStorage.ts'
import type { Head } from '../../chain/readHeader.ts'
import type { Filter } from '../../filter/Filter.ts'
import type { FollowChange } from '../FollowState.ts'
import { FeedCore, type FeedOptions } from '../head/FeedCore.ts'
import { HeadFeed } from '../head/HeadFeed.ts'
import type { HeadFeedState, HeadListener, HeadSource } from '../head/HeadSource.ts'
import { FilterPoller } from './FilterPoller.ts'
import type { NodeFilter } from './NodeFilter.ts'

export interface FilterFeedState extends HeadFeedState {
  readonly filter: NodeFilter | undefined
  /** When the filter began to work, in milliseconds since the epoch. */
  readonly filterSince: number | undefined
  /** Whether no endpoint has working filters, so that heads are polled instead. */
  readonly isUnsupported: boolean
}

export interface FilterFeedOptions extends FeedOptions {
  /** Called after each change of the state. */
  readonly onState: () => void
}

/** A poll of the filter and, on average, one read that it or an audit triggers. */
const callsPerPoll = 2

/**
 * Wakes a follower when a filter on a node (`eth_newFilter`, `eth_getFilterChanges`) has changes. The changes themselves are
 * not used: the follower syncs to the head of the same endpoint. If no endpoint has reliable filters, the network's head
 * feed wakes it instead.
 */
export class FilterFeed implements HeadSource {
  readonly #pool: Pool
  readonly #options: FilterFeedOptions
  readonly #core: FeedCore<FilterFeedState>
  readonly #poller: FilterPoller
  /** The network's head feed, once filters have turned out not to work. */
  #heads: HeadSource | undefined

  constructor(pool: Pool, filter: Filter, options: FilterFeedOptions) {
    this.#pool = pool
    this.#options = options
    this.#core = new FeedCore<FilterFeedState>(pool, options, {
      initial: { filter: undefined, filterSince: undefined, isUnsupported: false },
      callsPerPoll: () => callsPerPoll,
      interval: () => this.#core.interval(),
      onSilence: (lastAnswer) => {
        this.#set({ staleSince: lastAnswer })
      },
    })
    const { clock, page, silence } = this.#core
    this.#poller = new FilterPoller(pool, filter, {
      clock,
      page,
      interval: () => this.#core.interval(),
      interruptions: () => {
        const { staleSince, interruptions } = this.getState()
        return { isStale: staleSince !== undefined, count: interruptions }
      },
      onAnswer: () => {
        silence.answered()
        this.#set({ staleSince: undefined, error: undefined })
      },
      onHead: (head, interruptions) => {
        this.#core.report(head, interruptions)
      },
      onFilter: (filter, filterSince) => {
        this.#set({ filter, filterSince })
      },
      onError: (error) => {
        this.#set({ error })
      },
    })
  }

  readonly getState = (): FilterFeedState => this.#core.state

  get head(): Head | undefined {
    return this.#heads ? this.#heads.head : this.#poller.head
  }

  /** Creates the filter with the first listener, uninstalls it with the last. */
  subscribe(listener: HeadListener): () => void {
    return this.#core.subscribe(listener, (signal) => void this.#start(signal))
  }

  readInterval(): number {
    return this.#heads?.readInterval() ?? 0
  }

  check(): void {
    this.#heads?.check()
    if (this.#heads || !this.#core.page.isOnline()) return
    this.#poller.check()
  }

  avoid(endpoint: string): void {
    this.#heads?.avoid(endpoint)
    this.#poller.avoid(endpoint)
  }

  /**
   * Notes logs that were read, which the filter must report as well.
   *
   * @param newest the block of the newest log
   */
  noteRead(change: FollowChange, newest: Checkpoint | undefined): void {
    this.#poller.noteRead(change, newest)
  }

  async #start(signal: AbortSignal): Promise<void> {
    this.#core.silence.answered()
    this.#core.watch(signal, {
      // The network's head feed watches these itself.
      isReplaced: () => this.#heads !== undefined,
      update: (isInterruption) => {
        this.#set({}, isInterruption)
      },
      onPage: (isBack) => {
        if (isBack) this.#poller.check()
        else if (!this.#core.page.isOnline()) this.#poller.suspend()
      },
      onReachable: () => {
        this.check()
      },
    })
    this.#set({ staleSince: undefined, error: undefined })
    if (!this.getState().isUnsupported) await this.#poller.run(signal)
    if (signal.aborted) return
    this.#set({ isUnsupported: true })
    this.#followHeads(signal)
  }

  #followHeads(signal: AbortSignal): void {
    this.#core.silence.stop()
    const heads = (this.#heads = HeadFeed.of(this.#pool, this.#options))
    const before = this.getState().interruptions
    const report = (head: Head, interruptions: number) => {
      this.#core.report(head, before + interruptions)
    }
    const update = () => {
      const state = heads.getState()
      this.#set({ ...state, interruptions: before + state.interruptions })
    }
    const unsubscribe = heads.subscribe({
      pollingInterval: () => this.#core.minInterval(),
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

  #set(change: Partial<FilterFeedState>, isInterruption = false): void {
    const core = this.#core
    const hasChanged = this.#heads
      ? core.put({ ...core.state, ...change })
      : core.set({ ...change, interval: core.listeners > 0 ? core.interval() : undefined }, isInterruption)
    if (hasChanged) this.#options.onState()
  }
}
