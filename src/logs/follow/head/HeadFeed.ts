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
import { budgetedInterval } from './budgetedInterval.ts'
import { nextPollDelay } from './nextPollDelay.ts'
import { perPool } from '../../../rpc/perPool.ts'

export interface HeadFeedOptions {
  readonly clock: Clock
  readonly page: PageSignals
}

const feeds = /* @__PURE__ */ perPool((pool, options: HeadFeedOptions) => new HeadFeed(pool, options))

/** Milliseconds between two polls while the socket works: it may have silently fallen behind. */
const socketCheckInterval = 300_000
/** Milliseconds within which pushed heads are read together. */
const burst = 250

/**
 * Reports a network's heads to all its followers: by the socket while it works, else by polling at an interval that the
 * day's budget allows. Heads that are not credible are dropped.
 */
export class HeadFeed implements HeadSource {
  readonly #pool: Pool
  readonly #clock: Clock
  readonly #page: PageSignals
  readonly #listeners = new Set<HeadListener>()
  readonly #latest: LatestBlock
  readonly #validator: HeadValidator
  readonly #connectivity: Connectivity
  readonly #silence: SilenceTimer
  #run: AbortController | undefined
  #socketIsLive = false
  /** Interruptions before pushed heads: a push may have been in flight while the page slept. */
  #pushInterruptions = 0
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
    interruptions: 0,
    error: undefined,
  }

  constructor(pool: Pool, { clock, page }: HeadFeedOptions) {
    this.#pool = pool
    this.#clock = monotonicClock(clock)
    this.#page = page
    this.#latest = new LatestBlock(pool, this.#clock)
    this.#validator = new HeadValidator(pool)
    this.#connectivity = Connectivity.of(pool, page)
    this.#silence = new SilenceTimer({
      clock: this.#clock,
      interval: () => this.#nextInterval(),
      onSilence: () => {
        this.#connectivity.setSilent(true)
        this.#set({ staleSince: this.#silence.lastAnswer })
        this.#pushInterruptions = this.#state.interruptions
      },
    })
  }

  /** The feed of a network, shared by all its followers: ten of them cost as much as one. */
  static of(pool: Pool, options: HeadFeedOptions): HeadFeed {
    return feeds(pool, options)
  }

  readonly getState = (): HeadFeedState => this.#state

  /** The newest valid head. */
  get head(): Head | undefined {
    return this.#validator.best
  }

  /** Starts with the first listener, stops with the last. */
  subscribe(listener: HeadListener): () => void {
    this.#listeners.add(listener)
    if (!this.#run) this.#start((this.#run = new AbortController()).signal)
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return
      this.#run?.abort()
      this.#run = undefined
    }
  }

  /** Polls have an interval of their own; a socket pushes every block. */
  readInterval(): number {
    if (!this.#socketIsLive) return 0
    return budgetedInterval({
      least: burst,
      budget: this.#pool.budget.getStatus(),
      // A read per follower, and a check that the head descends from the last one.
      callsPerPoll: 1 + this.#listeners.size,
      now: this.#clock.now(),
      isHidden: false,
    })
  }

  /** Reads the head now: something may have been missed. */
  check(): void {
    this.#schedule(0)
  }

  /** Uses other endpoints for a while: this one sent inconsistent answers. */
  avoid(endpoint: string): void {
    this.#latest.avoid(endpoint)
  }

  #start(signal: AbortSignal): void {
    this.#silence.answered()
    this.#failures = 0
    this.#validator.reset()
    this.#set({ staleSince: undefined, error: undefined })
    const stopWatching = this.#page.subscribe((hasSlept) => {
      const wasAway = hasSlept || this.#state.staleSince !== undefined
      const isBack = this.#page.isOnline() && (wasAway || !this.#page.isHidden())
      this.#set({}, isBack)
      this.#silence.restart()
      this.#schedule(isBack ? 0 : undefined)
    })
    const stopListening = this.#connectivity.subscribe(() => {
      this.#set({})
      // An endpoint answers again.
      const isBack = this.#state.staleSince !== undefined && !isUnreachable(this.#connectivity.getStatus())
      if (isBack) this.#schedule(0)
    })
    // The subscription may be confirmed much later: until then, the feed polls.
    const unsubscribe = this.#pool.subscribeHeads?.({
      onData: (header, endpoint) => {
        const head = { ...header, endpoint }
        void this.#report(head, { signal, isPushed: true, interruptions: this.#pushInterruptions }).then(
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
        if (isOther) this.#silence.restart()
        if (isOther && isLive) this.#pushInterruptions = this.#state.interruptions
        // Blocks may have been missed before. A socket that keeps reconnecting must not cost more than polling.
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
      this.#silence.stop()
      this.#timer = undefined
    })
    this.#schedule(0)
  }

  #schedule(wait = this.#nextInterval()): void {
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
    const interruptions = this.#state.interruptions
    this.#dueAt = Infinity
    const answer = await this.#latest.read(signal)
    this.#polling = false
    if (signal.aborted) {
      // A new listener may have subscribed during the poll.
      this.#schedule(0)
      return
    }
    let wentBack = false
    if (answer instanceof Error) {
      this.#failures++
      this.#set({ error: answer })
    } else {
      this.#failures = 0
      wentBack = await this.#report(answer, { signal, isPushed: false, interruptions })
      if (signal.aborted) return
    }
    if (this.#again) this.#schedule(0)
    else if (answer instanceof Error)
      this.#schedule(
        nextPollDelay(this.#pool, {
          failures: this.#failures,
          interval: this.#interval(),
          now: this.#clock.now(),
        }),
      )
    else this.#schedule(wentBack ? recheckAfter : undefined)
  }

  /** Passes valid heads on to the listeners. Resolves to whether the head went back and has to be read again. */
  async #report(
    head: Head,
    { signal, isPushed, interruptions }: { signal: AbortSignal; isPushed: boolean; interruptions: number },
  ): Promise<boolean> {
    const verdict = await this.#validator.validate(head, signal, isPushed)
    if (signal.aborted) return false
    if (verdict === 'impossible') {
      this.avoid(head.endpoint)
      return true
    }
    this.#silence.answered()
    this.#connectivity.setSilent(false)
    this.#set({ staleSince: undefined, ...(this.#isWorking() && { error: undefined }) })
    // An endpoint that went back may be behind: another one is used next.
    if (verdict === 'behind') {
      if (isPushed) return true
      this.#latest.avoid(head.endpoint, 2 * recheckAfter)
      return true
    }
    for (const listener of [...this.#listeners]) listener.onHead(head, interruptions)
    return false
  }

  #isWorking(): boolean {
    return this.#socketIsLive || this.#pool.subscribeHeads === undefined
  }

  #nextInterval(): number {
    const interval = this.#interval()
    return this.#socketIsLive ? socketCheckInterval : interval
  }

  #interval(): number {
    return budgetedInterval({
      least: Math.min(...[...this.#listeners].map(({ pollingInterval }) => pollingInterval)),
      budget: this.#pool.budget.getStatus(),
      // The head, a check that it descends from the last one, and a read per follower.
      callsPerPoll: 2 + this.#listeners.size,
      now: this.#clock.now(),
      isHidden: this.#page.isHidden(),
    })
  }

  /** @param isLapse whether something may have been missed. */
  #set(change: Partial<HeadFeedState>, isLapse = false): void {
    const status = this.#connectivity.getStatus()
    const known: HeadFeedState = {
      ...this.#state,
      ...change,
      source: this.#socketIsLive ? 'socket' : 'polling',
      interval: this.#socketIsLive ? undefined : this.#interval(),
      isDegraded: this.#pool.subscribeHeads !== undefined && !this.#socketIsLive,
      connectivity: status,
      ...(isUnreachable(status) && { staleSince: this.#state.staleSince ?? this.#silence.lastAnswer }),
    }
    const isNewlyStale = known.staleSince !== undefined && this.#state.staleSince === undefined
    const next = isLapse || isNewlyStale ? { ...known, interruptions: known.interruptions + 1 } : known
    if (shallowEqual(next, this.#state)) return
    this.#state = next
    for (const listener of [...this.#listeners]) listener.onState()
  }
}
