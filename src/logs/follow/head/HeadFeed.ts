import type { BaseError } from '../../../errors/BaseError.ts'
import { onAbort } from '../../../rpc/onAbort.ts'
import { perPool } from '../../../rpc/perPool.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import { verifyAllAgain } from '../../../rpc/verifyAllAgain.ts'
import { furthestHead } from '../../chain/furthestHead.ts'
import type { Head } from '../../chain/readHeader.ts'
import { AnswerWatch } from './AnswerWatch.ts'
import { FeedCore, type FeedOptions } from './FeedCore.ts'
import type { HeadFeedState, HeadListener, HeadSource } from './HeadSource.ts'
import { HeadValidator, recheckAfter } from './HeadValidator.ts'
import { LatestBlock } from './LatestBlock.ts'
import { PollCost } from './PollCost.ts'
import { nextPollDelay } from './PollDelay.ts'
import { maxInterval, PushCheck } from './PushCheck.ts'

/** Milliseconds without a new head until other endpoints are asked for theirs: a node that has stopped goes on answering. */
const compareAfter = 30_000
/** Milliseconds within which pushed heads are read together. */
const minReadInterval = 250

/**
 * Reports a network's heads to all its followers: by the socket while it works, else by polling at an interval that the
 * day's budget allows. Heads that are not credible are dropped.
 */
export class HeadFeed implements HeadSource {
  /** The feed of a network, shared by all its followers: ten of them cost as much as one. */
  static readonly of: (pool: Pool, options: FeedOptions) => HeadFeed = /* @__PURE__ */ perPool(
    (pool, options: FeedOptions) => new HeadFeed(pool, options),
  )

  readonly #pool: Pool
  readonly #core: FeedCore<HeadFeedState>
  readonly #latest: LatestBlock
  readonly #validator: HeadValidator
  readonly #cost: PollCost
  readonly #answers: AnswerWatch
  readonly #pushCheck: PushCheck
  /** How many interruptions certainly preceded a pushed head: it may have been in flight during a later one. */
  #pushInterruptions = 0
  #timer: unknown
  #isPolling = false
  /** Whether another poll was requested during one. */
  #isRequested = false
  #polledAt = -Infinity
  /** When the next poll is. */
  #dueAt = Infinity
  #failures = 0
  /** When the head was new, or was compared with another endpoint's. */
  #comparedAt = -Infinity

  constructor(pool: Pool, options: FeedOptions) {
    this.#pool = pool
    this.#cost = PollCost.of(pool)
    this.#core = new FeedCore<HeadFeedState>(pool, options, {
      initial: {},
      // The head, at least one check that it descends from the last one, and a read per follower.
      callsPerPoll: (listeners) => 1 + Math.max(1 + listeners, this.#cost.average),
      interval: () => this.#nextInterval(),
      onSilence: (lastAnswer) => {
        this.#core.connectivity.setSilent(true)
        this.#set({ staleSince: lastAnswer })
        this.#pushInterruptions = this.getState().interruptions
      },
    })
    this.#latest = new LatestBlock(pool, this.#core.clock)
    this.#validator = new HeadValidator(pool)
    this.#pushCheck = new PushCheck(this.#core.clock)
    this.#answers = new AnswerWatch(pool, this.#core.clock, () => {
      this.#set({ silentSince: this.#answers.silentSince })
    })
  }

  readonly getState = (): HeadFeedState => this.#core.state

  /** The newest valid head. */
  get head(): Head | undefined {
    return this.#validator.best
  }

  /** Starts with the first listener, stops with the last. */
  subscribe(listener: HeadListener): () => void {
    return this.#core.subscribe(listener, (signal) => {
      this.#start(signal)
    })
  }

  /** Polls have their own interval; a socket pushes every block. */
  readInterval(): number {
    // A read per follower, and a check that the head descends from the last one.
    return this.#isPushed ? this.#core.budgeted(minReadInterval, 1 + this.#core.listeners, false) : 0
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
    const { clock, silence } = this.#core
    silence.answered()
    this.#failures = 0
    this.#validator.reset()
    this.#set({ staleSince: undefined, lower: undefined, error: undefined })
    this.#core.watch(signal, {
      isReplaced: () => false,
      update: (isInterruption) => {
        this.#set({}, isInterruption)
      },
      onPage: (isBack) => {
        if (isBack) this.#pushCheck.resume()
        this.#schedule(isBack ? 0 : undefined)
      },
      onReachable: () => {
        this.#schedule(0)
      },
    })
    // The subscription may be confirmed much later: until then, the feed polls.
    const unsubscribe = this.#pool.subscribeHeads?.({
      onData: (header, endpoint) => {
        const head = { ...header, endpoint }
        void this.#report(head, { signal, isPushed: true, interruptions: this.#pushInterruptions }).then(
          (wentBack) => {
            // Not later than planned: on a fast chain, the next head comes before this poll.
            if (wentBack && !signal.aborted) this.#scheduleWithin(recheckAfter)
          },
        )
      },
      onState: (state, error) => {
        const wasPushed = this.#isPushed
        if (!this.#pushCheck.setSocket(state, this.head?.number) && !error) return
        this.#sourceChanged(wasPushed, { error: error as BaseError | undefined })
        // Blocks may have been missed. Not sooner than a poll is due: the socket may keep reconnecting.
        this.#scheduleWithin(this.#polledAt + this.#core.interval() - clock.now())
      },
    })
    onAbort(signal, () => {
      unsubscribe?.()
      this.#answers.end()
      // Nothing is polled any more: silence says nothing.
      this.#core.connectivity.setSilent(false)
      this.#pushCheck.setSocket('connecting')
      clock.clearTimeout(this.#timer)
    })
    this.#schedule(0)
  }

  /** Polls after `wait` milliseconds; by default when the next poll is due. A pushed head postpones it. */
  #schedule(wait?: number): void {
    const { clock, page, signal } = this.#core
    if (!signal || signal.aborted) return
    if (this.#isPolling) {
      this.#isRequested ||= wait === 0
      return
    }
    clock.clearTimeout(this.#timer)
    if (!page.isOnline()) return
    const delay = wait ?? this.#nextInterval()
    this.#dueAt = clock.now() + delay
    this.#timer = clock.setTimeout(() => {
      // Heads were pushed since then: it is not due yet.
      if (wait === undefined && this.#isPushed && this.#nextInterval() > 0) this.#schedule()
      else void this.#poll(signal)
    }, delay)
  }

  /** Polls after `wait` milliseconds, or when the next poll is due if that is sooner. */
  #scheduleWithin(wait: number): void {
    this.#schedule(Math.max(0, Math.min(wait, this.#dueAt - this.#core.clock.now())))
  }

  async #poll(signal: AbortSignal): Promise<void> {
    this.#isPolling = true
    this.#isRequested = false
    this.#polledAt = this.#core.clock.now()
    this.#cost.next()
    const { interruptions } = this.getState()
    this.#dueAt = Infinity
    this.#answers.begin()
    const answer = await this.#latest.read(signal)
    this.#answers.end(answer)
    this.#isPolling = false
    if (signal.aborted) {
      // A new listener may have subscribed during the poll.
      this.#schedule(0)
      return
    }
    /** Milliseconds until the head must be read again; `undefined` if there is no doubt about it. */
    let recheck: number | undefined
    if (answer instanceof Error) {
      this.#failures++
      verifyAllAgain(this.#pool, answer)
      this.#set({ error: answer })
    } else {
      // With this endpoint, others may serve the network again.
      if (this.#failures > 0) verifyAllAgain(this.#pool, this.getState().error)
      this.#failures = 0
      const wentBack = await this.#report(answer, { signal, isPushed: false, interruptions })
      if (signal.aborted) return
      recheck = wentBack ? recheckAfter : this.#checkPushes(answer.number)
      await this.#compare(answer, signal)
      if (signal.aborted) return
    }
    if (this.#isRequested) this.#schedule(0)
    else if (answer instanceof Error)
      this.#schedule(
        nextPollDelay(this.#pool, {
          failures: this.#failures,
          interval: this.#core.interval(),
          now: this.#core.clock.now(),
        }),
      )
    else this.#schedule(recheck)
  }

  /** Compares the socket with a polled head. Returns the milliseconds until it must be compared again, if it must. */
  #checkPushes(polled: bigint): number | undefined {
    const wasPushed = this.#isPushed
    const recheck = this.#pushCheck.polled(polled)
    this.#sourceChanged(wasPushed)
    // Blocks may have been missed since the head that was just reported.
    if (wasPushed && !this.#isPushed) this.#isRequested = true
    return recheck
  }

  /** The socket has begun or ceased to push every head. */
  #sourceChanged(wasPushed: boolean, change: Partial<HeadFeedState> = {}): void {
    const isPushed = this.#isPushed
    this.#set(change, wasPushed && !isPushed)
    if (isPushed !== wasPushed) this.#core.silence.restart()
    if (isPushed && !wasPushed) this.#pushInterruptions = this.getState().interruptions
  }

  /** Uses another endpoint if it is far ahead of one that has shown no new head for a while. */
  async #compare({ number, endpoint }: Head, signal: AbortSignal): Promise<void> {
    const now = this.#core.clock.now()
    if (now - this.#comparedAt < compareAfter) return
    this.#comparedAt = now
    const options = { signal, isNeeded: true }
    const further = await furthestHead(this.#pool, { head: number, endpoint }, options).catch(() => number)
    if (further === number) return
    this.avoid(endpoint)
    this.#isRequested = true
  }

  /** Passes valid heads to the listeners. Resolves to whether the head went back and must be read again. */
  async #report(
    head: Head,
    { signal, isPushed, interruptions }: { signal: AbortSignal; isPushed: boolean; interruptions: number },
  ): Promise<boolean> {
    const before = this.head?.hash
    const verdict = await this.#validator.validate(head, signal, isPushed)
    if (signal.aborted) return false
    if (this.head?.hash !== before) this.#comparedAt = this.#core.clock.now()
    if (verdict === 'refuted') {
      this.avoid(head.endpoint)
      return true
    }
    if (isPushed) {
      const wasPushed = this.#isPushed
      this.#pushCheck.pushed(head.number)
      this.#sourceChanged(wasPushed)
    }
    this.#core.silence.answered()
    if (!this.#isPolling) this.#answers.end()
    this.#core.connectivity.setSilent(false)
    this.#set({ staleSince: undefined, ...(this.#isWorking() && { error: undefined }) })
    // An endpoint that went back may be behind: another one is used next.
    if (verdict === 'behind') {
      const isRepeated = this.#validator.hasRepeatedlyGoneBack
      this.#set({ lower: { head, isRepeated } })
      // A node that was started again may serve another network.
      if (isRepeated && !isPushed) this.#pool.verifyAgain(head.endpoint)
      if (!isPushed) this.#latest.avoid(head.endpoint, 2 * recheckAfter)
      return true
    }
    this.#core.report(head, interruptions)
    this.#set({ lower: undefined })
    return false
  }

  get #isPushed(): boolean {
    return this.#pushCheck.isPushing
  }

  /** Whether heads come from where they should: by the socket, if the network has one. */
  #isWorking(): boolean {
    return this.#isPushed || this.#pool.subscribeHeads === undefined
  }

  #nextInterval(): number {
    const interval = this.#core.interval()
    if (!this.#isPushed) return interval
    // Not more often than without a socket: the page may be hidden, or the budget used up.
    const rest = this.#polledAt + Math.min(interval, maxInterval) - this.#core.clock.now()
    return Math.max(rest, this.#pushCheck.timeLeft(this.#polledAt))
  }

  #set(change: Partial<HeadFeedState>, isInterruption = false): void {
    const isPushed = this.#isPushed
    const next: Partial<HeadFeedState> = {
      ...change,
      source: isPushed ? 'socket' : 'polling',
      interval: isPushed ? undefined : this.#core.interval(),
      isDegraded: this.#pushCheck.isDegraded,
    }
    this.#core.set(next, isInterruption)
  }
}
