import { NodeError } from '../../errors.ts'
import type { Clock } from '../../rpc/Clock.ts'
import { onAbort } from '../../rpc/onAbort.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { steadyClock } from '../../rpc/steadyClock.ts'
import type { Filter } from '../Filter.ts'
import type { Anchor } from './Anchors.ts'
import { ContactWatch } from './ContactWatch.ts'
import { Distrust } from './Distrust.ts'
import { FilterAudit } from './FilterAudit.ts'
import type { FollowChange } from './FollowState.ts'
import { getHeadFeed } from './getHeadFeed.ts'
import type { Head } from './Head.ts'
import type { HeadFeedOptions } from './HeadFeed.ts'
import { HeadJudge, recheckAfter } from './HeadJudge.ts'
import type { HeadFeedState, HeadListener, HeadSource } from './HeadSource.ts'
import { isSameState } from './isSameState.ts'
import { Nap } from './Nap.ts'
import { NodeFilter } from './NodeFilter.ts'
import type { PageSignals } from './PageSignals.ts'
import { pinPool } from './pinPool.ts'
import { pollingPace } from './pollingPace.ts'
import { readHeader } from './readHeader.ts'

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

/** A filter that had worked is made again at once; where none could be made, after a pause; where none can be, never. */
type FilterEnd = 'lost' | 'failed' | 'unsupported'

/** Milliseconds after which a filter that tells of nothing is not taken at its word. */
const auditInterval = 60_000
/** The filter's changes, and as much again for what they lead to, or for what they may keep to themselves. */
const callsPerPoll = 2

/**
 * Wakes a follower when a filter on a node (`eth_newFilter`, `eth_getFilterChanges`) has something to tell: not by what
 * it tells, but by a look at the head of the same endpoint. Where there are no filters, or none that can be relied on,
 * it is the network's heads that wake.
 */
export class FilterFeed implements HeadSource {
  readonly #pool: Pool
  readonly #filter: Filter
  readonly #clock: Clock
  readonly #page: PageSignals
  readonly #options: FilterFeedOptions
  readonly #judge: HeadJudge
  readonly #listeners = new Set<HeadListener>()
  readonly #distrusted: Distrust
  readonly #nap: Nap
  readonly #contact: ContactWatch
  /** Endpoints whose filters did not tell of what happened. */
  readonly #silent = new Set<string>()
  #run: AbortController | undefined
  /** What wakes where there are no filters. */
  #heads: HeadSource | undefined
  #audit: FilterAudit | undefined
  /** The block of the newest log that reading found. */
  #newest: Anchor | undefined
  #lastLook = 0
  /** The lapses before the last look. */
  #makesGood = 0
  #state: FilterFeedState = {
    source: 'polling',
    interval: undefined,
    isDegraded: false,
    staleSince: undefined,
    lapses: 0,
    error: undefined,
    filter: undefined,
    filterSince: undefined,
    isUnsupported: false,
  }

  constructor(pool: Pool, filter: Filter, options: FilterFeedOptions) {
    this.#pool = pool
    this.#filter = filter
    this.#options = options
    this.#clock = steadyClock(options.clock)
    this.#page = options.page
    this.#distrusted = new Distrust(this.#clock)
    this.#judge = new HeadJudge(pool)
    this.#nap = new Nap(this.#clock, this.#page)
    this.#contact = new ContactWatch({
      clock: this.#clock,
      pace: () => this.#pace(),
      onSilence: () => {
        this.#set({ staleSince: this.#contact.last })
      },
    })
  }

  readonly getState = (): FilterFeedState => this.#state

  get head(): Head | undefined {
    return this.#heads ? this.#heads.head : this.#judge.best
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
    this.#nap.ask()
  }

  distrust(endpoint: string): void {
    this.#heads?.distrust(endpoint)
    this.#distrusted.add(endpoint)
  }

  /**
   * Takes in what reading found: the filter ought to tell of it, too.
   *
   * @param newest the block of the newest log now
   */
  compare(change: Pick<FollowChange, 'added' | 'removed' | 'head'>, newest: Anchor | undefined): void {
    this.#newest = newest
    this.#audit?.found(change)
  }

  async #live(signal: AbortSignal): Promise<void> {
    this.#contact.heard()
    this.#judge.forget()
    const stopWatching = this.#page.subscribe((hasSlept) => {
      const wasAway = hasSlept || this.#state.staleSince !== undefined
      this.#set({})
      if (!this.#page.isOnline()) this.#nap.hold()
      if (!this.#heads) this.#contact.restart()
      // Offline it sleeps without an end, and wakes also where nobody looks.
      if (wasAway || !this.#page.isHidden()) this.poke()
    })
    onAbort(signal, () => {
      stopWatching()
      this.#contact.stop()
      this.#forget()
    })
    this.#set({ staleSince: undefined, error: undefined })
    let failures = 0
    while (!signal.aborted && !this.#state.isUnsupported) {
      const end = await this.#filterLife(signal)
      if (signal.aborted) return
      if (end === 'unsupported') this.#set({ isUnsupported: true })
      failures = end === 'failed' ? failures + 1 : 0
      if (end === 'failed') await this.#nap.sleep(Math.min(60_000, 500 * 2 ** failures), signal)
    }
    if (!signal.aborted) this.#followHeads(signal)
  }

  /** One filter from its making to its end. */
  async #filterLife(signal: AbortSignal): Promise<FilterEnd> {
    let filter: NodeFilter | undefined
    this.#nap.answer()
    try {
      const avoid = [...this.#distrusted.names, ...this.#silent]
      filter = await NodeFilter.create(this.#pool, this.#filter, { avoid, signal })
      signal.throwIfAborted()
      if (this.#silent.has(filter.endpoint)) {
        filter.uninstall()
        return 'unsupported'
      }
      // What came until now is read; of what comes after this head, the filter must tell.
      const filterSince = this.#clock.now()
      const head = await this.#look(filter, signal)
      this.#audit = new FilterAudit(head.number)
      await this.#tell(head, filter, signal)
      this.#set({ filter, filterSince })
      for (;;) {
        await this.#nap.sleep(this.#pace(), signal)
        signal.throwIfAborted()
        if (this.#mustLeave(filter.endpoint)) {
          filter.uninstall()
          return 'lost'
        }
        await this.#poll(filter, signal)
      }
    } catch (error) {
      const isGone = error instanceof NodeError && error.kind === 'filter-gone'
      if (!isGone) filter?.uninstall()
      if (signal.aborted) return 'lost'
      if (!filter && error instanceof NodeError && error.kind === 'unavailable') return 'unsupported'
      this.#set({ error: error as Error })
      return this.#state.filter ? 'lost' : 'failed'
    } finally {
      if (!signal.aborted) this.#forget()
    }
  }

  #forget(): void {
    this.#audit = undefined
    this.#set({ filter: undefined, filterSince: undefined })
  }

  async #poll(filter: NodeFilter, signal: AbortSignal): Promise<void> {
    const { isAsked } = this.#nap
    const wasAway = this.#state.staleSince !== undefined
    const changes = await filter.poll(signal)
    const { endpoint } = filter
    this.#audit?.told(changes)
    if (this.#audit?.isSilent) {
      this.#silent.add(endpoint)
      throw unfitting(endpoint, 'eth_getFilterChanges', 'did not tell of logs that are there')
    }
    const isDue = this.#clock.now() - this.#lastLook >= auditInterval
    const mustLook = changes.length > 0 || isAsked || wasAway || isDue || this.#audit?.isInDoubt
    const hasNews = mustLook || (await this.#isOrphaned(endpoint, signal))
    signal.throwIfAborted()
    if (hasNews) await this.#tell(await this.#look(filter, signal), filter, signal)
    else this.#heard()
  }

  /**
   * Whether another block stands where the newest log's was: nodes need not tell of that, and have nothing to tell where
   * no logs came in its place. If it stands, so do those below.
   */
  async #isOrphaned(endpoint: string, signal: AbortSignal): Promise<boolean> {
    const { head } = this
    const settled = (head?.number ?? 0n) - BigInt(this.#pool.network.finality)
    if (!this.#newest || this.#newest.number <= settled) return false
    const { number, hash } = this.#newest
    const header = await readHeader(pinPool(this.#pool, endpoint), number, signal)
    // One that does not have it yet may be behind for a moment.
    return header !== undefined && header.hash !== hash
  }

  #look(filter: NodeFilter, signal: AbortSignal): Promise<Head> {
    this.#nap.answer()
    this.#lastLook = this.#clock.now()
    this.#makesGood = this.#state.lapses
    return filter.readHead(signal)
  }

  /** Passes a head on when it can be believed; looks again at one that went back. */
  async #tell(head: Head, filter: NodeFilter, signal: AbortSignal): Promise<void> {
    let shown = head
    for (;;) {
      const verdict = await this.#judge.judge(shown, signal, false)
      signal.throwIfAborted()
      if (verdict === 'believed') break
      if (verdict === 'liar') {
        this.distrust(head.endpoint)
        throw unfitting(head.endpoint, 'eth_getBlockByNumber', 'showed a head that cannot be')
      }
      await this.#nap.sleep(recheckAfter, signal)
      signal.throwIfAborted()
      shown = await this.#look(filter, signal)
    }
    this.#heard()
    for (const listener of [...this.#listeners]) listener.onHead(shown, this.#makesGood)
  }

  #heard(): void {
    this.#contact.heard()
    this.#set({ staleSince: undefined, error: undefined })
  }

  /** Whether another endpoint may do better than this one, whose answers did not fit. */
  #mustLeave(endpoint: string): boolean {
    const avoided = this.#distrusted.names
    const isOther = (name: string) => !avoided.includes(name) && !this.#silent.has(name)
    return (
      avoided.includes(endpoint) &&
      this.#pool.getStatus().some(({ name, type }) => type === 'http' && isOther(name))
    )
  }

  #followHeads(signal: AbortSignal): void {
    this.#contact.stop()
    const heads = (this.#heads = getHeadFeed(this.#pool, this.#options))
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
    const next = { ...this.#state, ...change }
    if (!this.#heads) {
      if (!this.#page.isOnline()) next.staleSince ??= this.#contact.last
      // Between two polls, the node keeps what happens: only who does not poll may miss something.
      if (next.staleSince !== undefined && this.#state.staleSince === undefined) next.lapses++
      next.interval = this.#listeners.size > 0 ? this.#pace() : undefined
    }
    if (isSameState(next, this.#state)) return
    this.#state = next
    for (const listener of [...this.#listeners]) listener.onState()
    this.#options.onState()
  }
}

function unfitting(endpoint: string, method: string, what: string): NodeError {
  return new NodeError(`A filter on ${endpoint} is left: the endpoint ${what}.`, {
    kind: 'malformed',
    method,
    endpoint,
    advice: 'Another endpoint is asked.',
  })
}
