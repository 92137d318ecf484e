import type { Client, Hash } from 'viem'
import { systemClock, monotonicClock } from '../../rpc/Clock.ts'
import type { Clock } from '../../rpc/Clock.ts'
import { getPool } from '../../rpc/pool/getPool.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { Finality } from '../chain/Finality.ts'
import type { FollowerOptions } from './FollowerOptions.ts'
import type { FollowState } from './FollowState.ts'
import { BlockBatcher } from './BlockBatcher.ts'
import { HeadFeed } from './head/HeadFeed.ts'
import type { Head } from '../chain/readHeader.ts'
import { HeadReader } from './HeadReader.ts'
import type { HeadSource } from './head/HeadSource.ts'
import { shallowEqual } from './head/shallowEqual.ts'
import { syncWithTimeout } from './syncWithTimeout.ts'
import { browserPage } from './head/PageSignals.ts'
import { backoffDelay } from './head/nextPollDelay.ts'
import { StallTimer } from './head/StallTimer.ts'

/**
 * Stays at the head: the one state machine behind everything live. Its states are those of `FollowStatus`.
 *
 * | from | to | when |
 * |---|---|---|
 * | (nobody listens) | `catching-up` | somebody does |
 * | `catching-up` | `live`, `degraded` | a look has come to its end that began after what led here; `degraded` while the network has a socket that does not work |
 * | `live` | `catching-up` | a lapse: the socket went, the page was hidden or asleep; or a look failed, or takes longer than 10 s |
 * | `degraded` | `catching-up` | the same |
 * | `degraded` | `live` | the socket works again: polls have told of everything meanwhile |
 * | `catching-up`, `live`, `degraded` | `stale` | the page is offline, no endpoint answers, none was heard of for 30 s (or two polls), or no look came further for 30 s |
 * | `stale` | `catching-up` | an endpoint is heard of again, or a look comes further |
 * | `stale` | `live`, `degraded` | the look that failed has come to its end |
 * | all | `paused` | `pause()` |
 * | `paused` | `catching-up`, `stale` | `resume()`; `stale` while the page is offline |
 *
 * All wake-ups (a pushed head, a poll, a page shown or back online, an audit) do the same: they look at the head of one
 * endpoint and, if it is not the one of the last look, at the logs of *that endpoint* up to it.
 *
 * - The next block on the last one is read by its hash, or not at all when its bloom rules it out.
 * - Anything else re-reads as many blocks as the network's `finality` says, and compares; what lies deeper is known by
 *   the hashes of a few blocks. What is *called* final is for the nodes' `finalized` tag to say, where they have it.
 *
 * What always holds:
 *
 * 1. A change is one step from one consistent list to the next; nothing is taken away before its replacement is there.
 * 2. A log that is missing from an answer is gone only when its block was replaced on that endpoint.
 * 3. `verifiedTo` never passes a head that the answering endpoint had shown.
 * 4. Nothing is sent while paused or without listeners, nor after the last one left.
 * 5. Looks come one after the other; a wake-up during one leads to one more.
 */
export class Follower {
  readonly #client: Client
  readonly #feed: HeadSource
  readonly #clock: Clock
  readonly #options: FollowerOptions
  readonly #pool: Pool
  readonly #finality: Finality
  /** `undefined` until it is known where it begins. */
  #reader: HeadReader | undefined
  readonly #gathering: BlockBatcher
  readonly #progress: StallTimer
  readonly #listeners = new Set<() => void>()
  #run: AbortController | undefined
  #next: Head | undefined
  #heard: { readonly hash: Hash; readonly at: number } | undefined
  #isLooking = false
  #isPaused = false
  #isCatchingUp = true
  /** Lapses of the feed that were made good, and those that the next look will have made good. */
  #madeGood = 0
  #nextMakesGood = 0
  #failures = 0
  #timer: unknown
  #error: Error | undefined
  #lastUpdated: number | undefined
  #state: FollowState

  constructor(client: Client, options: FollowerOptions) {
    const { clock = systemClock, page = browserPage } = options
    this.#client = client
    this.#options = options
    this.#clock = monotonicClock(clock)
    this.#pool = getPool(client)
    this.#feed = options.feed ?? HeadFeed.of(this.#pool, { clock, page })
    this.#finality = Finality.of(this.#pool)
    if (options.start !== undefined) this.#begin(options.start)
    this.#gathering = new BlockBatcher(this.#clock)
    this.#progress = new StallTimer(this.#clock, () => {
      this.#update()
    })
    this.#state = this.#toState()
  }

  readonly getState = (): FollowState => this.#state

  /** Starts with the first listener, stops with the last. What is known stays known, and is looked at again later. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (!this.#run && !this.#isPaused) this.#start()
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return
      this.#stop()
    }
  }

  /** Sends nothing until {@link resume}. */
  readonly pause = (): void => {
    if (this.#isPaused) return
    this.#isPaused = true
    this.#stop()
    this.#update()
  }

  readonly resume = (): void => {
    if (!this.#isPaused) return
    this.#isPaused = false
    if (this.#listeners.size > 0) this.#start()
    this.#update()
  }

  #begin(start: bigint): HeadReader {
    return (this.#reader = new HeadReader(this.#client, { ...this.#options, start }, this.#clock))
  }

  #firstBlock(head: bigint): bigint {
    const { startBefore } = this.#options
    if (startBefore === undefined) return head + 1n
    return head > startBefore ? head - startBefore : 0n
  }

  #start(): void {
    const run = (this.#run = new AbortController())
    this.#isCatchingUp = true
    this.#failures = 0
    this.#error = undefined
    // A listener that leaves in the same tick, as StrictMode's first one does, costs nothing.
    queueMicrotask(() => {
      if (run.signal.aborted) return
      const unsubscribe = this.#feed.subscribe({
        pollingInterval: this.#options.pollingInterval ?? 4_000,
        onHead: (head, makesGood) => {
          this.#wake(head, makesGood)
        },
        onState: () => {
          this.#update()
        },
      })
      run.signal.addEventListener('abort', unsubscribe, { once: true })
      const { head } = this.#feed
      if (head) this.#wake(head, 0)
      this.#feed.poke()
      this.#update()
    })
  }

  #stop(): void {
    this.#run?.abort()
    this.#run = undefined
    this.#next = undefined
    this.#clock.clearTimeout(this.#timer)
    this.#gathering.stop()
    this.#progress.end()
  }

  #wake(head: Head, makesGood: number): void {
    this.#next = head
    if (this.#heard?.hash !== head.hash) this.#heard = { hash: head.hash, at: this.#clock.now() }
    this.#nextMakesGood = Math.max(this.#nextMakesGood, makesGood)
    this.#lookSoon()
  }

  /** Blocks that come faster than the budget lets them be read are read together. */
  #lookSoon(): void {
    if (this.#isLooking || !this.#next || !this.#run) return
    const pace = this.#canGather(this.#next) ? this.#feed.readPace() : 0
    const isWaiting = this.#gathering.wait(pace, () => {
      void this.#lookOn()
    })
    if (isWaiting) this.#update()
  }

  /** Something may have been missed, and was not read yet. */
  get #isBehind(): boolean {
    return this.#isCatchingUp || this.#madeGood < this.#feed.getState().lapses
  }

  #canGather(head: Head): boolean {
    return !this.#isBehind && this.#reader?.canGather(head) === true
  }

  async #lookOn(): Promise<void> {
    const head = this.#next
    if (this.#isLooking || !head || !this.#run) return
    this.#isLooking = true
    this.#next = undefined
    if (this.#canGather(head)) this.#gathering.read()
    await this.#lookOnce(head, this.#run.signal)
    this.#isLooking = false
    this.#lookSoon()
  }

  async #lookOnce(head: Head, signal: AbortSignal): Promise<void> {
    const makesGood = this.#nextMakesGood
    const onLong = () => {
      if (signal.aborted) return
      this.#isCatchingUp = true
      this.#update()
    }
    const onProgress = () => {
      if (signal.aborted) return
      this.#progress.further()
      this.#update()
    }
    this.#progress.begin()
    // Now and then, and along with what is read: nobody but the first look waits for it.
    this.#finality.refresh(this.#pool, signal).catch(() => {})
    try {
      const reader = this.#reader ?? this.#begin(this.#firstBlock(head.number))
      await syncWithTimeout(reader, { clock: this.#clock, head, signal, onLong, onProgress })
      if (signal.aborted) return
      this.#failures = 0
      this.#error = undefined
      this.#progress.end()
      this.#isCatchingUp = false
      this.#madeGood = makesGood
      this.#lastUpdated = this.#clock.now()
      this.#planAudit()
      this.#update()
    } catch (error) {
      if (signal.aborted) return
      this.#error = error as Error
      this.#isCatchingUp = true
      this.#feed.distrust(head.endpoint)
      // The same head again would meet the same; the feed finds another endpoint, if there is one.
      this.#clock.clearTimeout(this.#timer)
      const wait = backoffDelay(this.#failures++)
      this.#timer = this.#clock.setTimeout(() => {
        this.#feed.poke()
        this.#update()
      }, wait)
      this.#update()
    }
  }

  /** On a chain that stands still, nothing else would wake it. */
  #planAudit(): void {
    this.#clock.clearTimeout(this.#timer)
    const wait = this.#reader?.auditIn
    if (wait === undefined) return
    this.#timer = this.#clock.setTimeout(() => {
      this.#feed.poke()
    }, wait)
  }

  #update(): void {
    const next = this.#toState()
    if (shallowEqual(next, this.#state)) return
    this.#state = next
    for (const listener of [...this.#listeners]) listener()
  }

  #toState(): FollowState {
    const feed = this.#feed.getState()
    const { tip, verifiedTo, finalized } = this.#reader?.tail ?? {}
    const status = this.#toStatus()
    return {
      status,
      source: feed.source,
      pollingInterval: feed.interval ?? this.#gathering.pace,
      head: this.#feed.head?.number ?? tip?.number,
      headAt: this.#heard?.at,
      verifiedTo: tip ? verifiedTo : this.#options.verifiedTo,
      finalized: tip && finalized,
      lastUpdated: this.#lastUpdated,
      staleSince: status === 'stale' ? this.#staleSince : undefined,
      connectivity: feed.connectivity,
      staleFrom: this.#reader?.staleFrom,
      error: this.#error ?? feed.error,
    }
  }

  #toStatus(): FollowState['status'] {
    if (this.#isPaused) return 'paused'
    if (this.#staleSince !== undefined) return 'stale'
    if (this.#isBehind) return 'catching-up'
    return this.#feed.getState().isDegraded ? 'degraded' : 'live'
  }

  get #staleSince(): number | undefined {
    return this.#feed.getState().staleSince ?? this.#progress.stuckSince
  }
}
