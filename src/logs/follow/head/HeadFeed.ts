import type { BaseError } from '../../../errors/BaseError.ts'
import type { Clock } from '../../../rpc/Clock.ts'
import { onAbort } from '../../../rpc/onAbort.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import { monotonicClock } from '../../../rpc/Clock.ts'
import { Connectivity } from './Connectivity.ts'
import { isUnreachable } from '../../ConnectivityStatus.ts'
import { SilenceTimer } from './SilenceTimer.ts'
import type { Head } from '../../chain/readHeader.ts'
import { HeadValidator, recheckAfter } from './HeadValidator.ts'
import type { HeadFeedState, HeadListener, HeadSource } from './HeadSource.ts'
import { shallowEqual } from './shallowEqual.ts'
import { LatestBlock } from './LatestBlock.ts'
import type { PageSignals } from './PageSignals.ts'
import { pollingPace } from './pollingPace.ts'
import { nextPollDelay } from './nextPollDelay.ts'

export interface HeadFeedOptions {
  readonly clock: Clock
  readonly page: PageSignals
}

const feeds = new WeakMap<Pool, HeadFeed>()

/** Milliseconds between two polls while a socket tells of new blocks: it may be behind without knowing it. */
const watchInterval = 300_000
/** Milliseconds within which pushed heads are read as one. */
const burst = 250

/**
 * Tells everyone who follows a network of its head: by the socket while it works, by polling at a pace that the day's
 * budget can bear while it does not. Heads that cannot be believed are not passed on.
 */
export class HeadFeed implements HeadSource {
  readonly #pool: Pool
  readonly #clock: Clock
  readonly #page: PageSignals
  readonly #listeners = new Set<HeadListener>()
  readonly #newest: LatestBlock
  readonly #judge: HeadValidator
  readonly #connectivity: Connectivity
  readonly #contact: SilenceTimer
  #run: AbortController | undefined
  #socketIsLive = false
  /** The lapses that pushed heads come after. What is pushed may have been under way while the page slept. */
  #pushMakesGood = 0
  #timer: unknown
  #polling = false
  #again = false
  #polledAt = -Infinity
  /** When the next poll is. */
  #dueAt = Infinity
  #failures = 0
  #state: HeadFeedState = {
    source: 'polling',
    interval: undefined,
    isDegraded: false,
    connectivity: 'unknown',
    staleSince: undefined,
    lapses: 0,
    error: undefined,
  }

  constructor(pool: Pool, { clock, page }: HeadFeedOptions) {
    this.#pool = pool
    this.#clock = monotonicClock(clock)
    this.#page = page
    this.#newest = new LatestBlock(pool, this.#clock)
    this.#judge = new HeadValidator(pool)
    this.#connectivity = Connectivity.of(pool, page)
    this.#contact = new SilenceTimer({
      clock: this.#clock,
      pace: () => this.#pace(),
      onSilence: () => {
        this.#connectivity.setSilent(true)
        this.#set({ staleSince: this.#contact.last })
        this.#pushMakesGood = this.#state.lapses
      },
    })
  }

  /** The feed of a network, shared by all its followers: ten of them cost as much as one. */
  static of(pool: Pool, options: HeadFeedOptions): HeadFeed {
    let feed = feeds.get(pool)
    if (!feed) feeds.set(pool, (feed = new HeadFeed(pool, options)))
    return feed
  }

  readonly getState = (): HeadFeedState => this.#state

  /** The newest block that was believed. */
  get head(): Head | undefined {
    return this.#judge.best
  }

  /** Listens with the first listener, stops with the last. */
  subscribe(listener: HeadListener): () => void {
    this.#listeners.add(listener)
    if (!this.#run) this.#start((this.#run = new AbortController()).signal)
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return
      this.#run?.abort()
      this.#run = undefined
    }
  }

  /** Polls are paced themselves; a socket tells of every block. */
  readPace(): number {
    if (!this.#socketIsLive) return 0
    return pollingPace({
      least: burst,
      budget: this.#pool.budget.getStatus(),
      // What each follower reads, and whether it is on top of what was read before.
      callsPerPoll: 1 + this.#listeners.size,
      now: this.#clock.now(),
      isHidden: false,
    })
  }

  /** Looks now: something may have been missed. */
  poke(): void {
    this.#schedule(0)
  }

  /** What this endpoint showed did not fit together: others are asked for a while. */
  distrust(endpoint: string): void {
    this.#newest.distrust(endpoint)
  }

  #start(signal: AbortSignal): void {
    this.#contact.heard()
    this.#failures = 0
    this.#judge.forget()
    this.#set({ staleSince: undefined, error: undefined })
    const stopWatching = this.#page.subscribe((hasSlept) => {
      const wasAway = hasSlept || this.#state.staleSince !== undefined
      const isBack = this.#page.isOnline() && (wasAway || !this.#page.isHidden())
      this.#set({}, isBack)
      this.#contact.restart()
      this.#schedule(isBack ? 0 : undefined)
    })
    const stopListening = this.#connectivity.subscribe(() => {
      this.#set({})
      // Somebody answers again.
      const isBack = this.#state.staleSince !== undefined && !isUnreachable(this.#connectivity.getStatus())
      if (isBack) this.#schedule(0)
    })
    // Acknowledged in this very tick or much later: until then, there is polling.
    const unsubscribe = this.#pool.subscribeHeads?.({
      onData: (header, endpoint) => {
        const head = { ...header, endpoint }
        void this.#judged(head, { signal, isPushed: true, makesGood: this.#pushMakesGood }).then(
          (wentBack) => {
            if (wentBack && !signal.aborted) this.#schedule(recheckAfter)
          },
        )
      },
      onState: (state, error) => {
        const isLive = state === 'live'
        const isOther = isLive !== this.#socketIsLive
        if (!isOther && !error) return
        this.#socketIsLive = isLive
        this.#set({ error: error as BaseError | undefined }, isOther && !isLive)
        if (isOther) this.#contact.restart()
        if (isOther && isLive) this.#pushMakesGood = this.#state.lapses
        // While it was away, or before it came, blocks may have been missed. One that comes and goes must not cost more
        // than polling does.
        const at = Math.min(this.#dueAt, this.#polledAt + this.#interval())
        this.#schedule(Math.max(0, at - this.#clock.now()))
      },
    })
    onAbort(signal, () => {
      stopWatching()
      stopListening()
      unsubscribe?.()
      this.#socketIsLive = false
      this.#clock.clearTimeout(this.#timer)
      this.#contact.stop()
      this.#timer = undefined
    })
    this.#schedule(0)
  }

  #schedule(wait = this.#pace()): void {
    const signal = this.#run?.signal
    if (!signal || signal.aborted) return
    if (this.#polling) {
      this.#again ||= wait === 0
      return
    }
    this.#clock.clearTimeout(this.#timer)
    if (!this.#page.isOnline()) return
    this.#dueAt = this.#clock.now() + wait
    this.#timer = this.#clock.setTimeout(() => void this.#poll(signal), wait)
  }

  async #poll(signal: AbortSignal): Promise<void> {
    this.#polling = true
    this.#again = false
    this.#polledAt = this.#clock.now()
    const makesGood = this.#state.lapses
    this.#dueAt = Infinity
    const asked = await this.#newest.ask(signal)
    this.#polling = false
    if (signal.aborted) {
      // Somebody began to listen again while this one was under way.
      this.#schedule(0)
      return
    }
    let wentBack = false
    if (asked instanceof Error) {
      this.#failures++
      this.#set({ error: asked })
    } else {
      this.#failures = 0
      wentBack = await this.#judged(asked, { signal, isPushed: false, makesGood })
      if (signal.aborted) return
    }
    if (this.#again) this.#schedule(0)
    else if (asked instanceof Error)
      this.#schedule(
        nextPollDelay(this.#pool, {
          failures: this.#failures,
          interval: this.#interval(),
          now: this.#clock.now(),
        }),
      )
    else this.#schedule(wentBack ? recheckAfter : undefined)
  }

  /** Passes a head on when it can be believed. Resolves to whether it went back, and is to be looked at again. */
  async #judged(
    head: Head,
    { signal, isPushed, makesGood }: { signal: AbortSignal; isPushed: boolean; makesGood: number },
  ): Promise<boolean> {
    const verdict = await this.#judge.judge(head, signal, isPushed)
    if (signal.aborted) return false
    if (verdict === 'liar') {
      this.distrust(head.endpoint)
      return true
    }
    this.#contact.heard()
    this.#connectivity.setSilent(false)
    this.#set({ staleSince: undefined, ...(this.#isWorking() && { error: undefined }) })
    // Who went back may be behind: others are asked next.
    if (verdict === 'behind') {
      if (isPushed) return true
      this.#newest.distrust(head.endpoint, 2 * recheckAfter)
      return true
    }
    for (const listener of [...this.#listeners]) listener.onHead(head, makesGood)
    return false
  }

  #isWorking(): boolean {
    return this.#socketIsLive || this.#pool.subscribeHeads === undefined
  }

  #pace(): number {
    const interval = this.#interval()
    return this.#socketIsLive ? watchInterval : interval
  }

  #interval(): number {
    return pollingPace({
      least: Math.min(...[...this.#listeners].map(({ pollingInterval }) => pollingInterval)),
      budget: this.#pool.budget.getStatus(),
      // The head, whether it is on top of the last one, and what each follower reads of the new blocks.
      callsPerPoll: 2 + this.#listeners.size,
      now: this.#clock.now(),
      isHidden: this.#page.isHidden(),
    })
  }

  /** @param isLapse whether something may have been missed. */
  #set(change: Partial<HeadFeedState>, isLapse = false): void {
    const status = this.#connectivity.getStatus()
    const told: HeadFeedState = {
      ...this.#state,
      ...change,
      source: this.#socketIsLive ? 'socket' : 'polling',
      interval: this.#socketIsLive ? undefined : this.#interval(),
      isDegraded: this.#pool.subscribeHeads !== undefined && !this.#socketIsLive,
      connectivity: status,
      ...(isUnreachable(status) && { staleSince: this.#state.staleSince ?? this.#contact.last }),
    }
    const isNewlyStale = told.staleSince !== undefined && this.#state.staleSince === undefined
    const next = isLapse || isNewlyStale ? { ...told, lapses: told.lapses + 1 } : told
    if (shallowEqual(next, this.#state)) return
    this.#state = next
    for (const listener of [...this.#listeners]) listener.onState()
  }
}
