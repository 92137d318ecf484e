import type { Client, Hash } from 'viem'
import { Listeners } from '../../base/Listeners.ts'
import { MonotonicClock, systemClock, type Clock } from '../../rpc/Clock.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { getPool } from '../../rpc/pool/getPool.ts'
import { Finality } from '../chain/Finality.ts'
import type { Head } from '../chain/readHeader.ts'
import { BlockBatcher } from './BlockBatcher.ts'
import type { FollowerOptions } from './FollowerOptions.ts'
import { defaultPollingInterval, type FollowState } from './FollowState.ts'
import { AnswerWatch } from './head/AnswerWatch.ts'
import { HeadFeed } from './head/HeadFeed.ts'
import type { HeadSource } from './head/HeadSource.ts'
import { browserPage } from './head/PageSignals.ts'
import { shallowEqual } from './head/shallowEqual.ts'
import { HeadReader } from './HeadReader.ts'
import type { WindowLogs } from './RecentLogs.ts'
import { SyncHealth } from './SyncHealth.ts'
import { syncWithTimeout } from './syncWithTimeout.ts'

/**
 * Follows the head of a chain: the one state machine behind everything live. Its states are those of `FollowStatus`.
 *
 * | from | to | when |
 * |---|---|---|
 * | (no listener) | `catching-up` | the first listener subscribes |
 * | `catching-up` | `live`, `degraded` | a sync that began after the last interruption succeeds; `degraded` while the network's socket does not work |
 * | `live` | `catching-up` | an interruption: the socket closed, the page was hidden or asleep; or a sync fails, or takes longer than 10 s |
 * | `degraded` | `catching-up` | the same |
 * | `live` | `degraded` | the socket, which was still connecting, cannot be reached |
 * | `degraded` | `live` | the socket works again: polls missed nothing in the meantime |
 * | `catching-up`, `live`, `degraded` | `stale` | the page is offline, no endpoint answers, or there was no answer (or no progress) for 30 s or two polls |
 * | `stale` | `catching-up` | an endpoint answers again, or a sync makes progress |
 * | `stale` | `live`, `degraded` | the sync that was stuck succeeds |
 * | all | `paused` | `pause()` |
 * | `paused` | `catching-up`, `stale` | `resume()`; `stale` while the page is offline |
 *
 * Every wake-up (a pushed head, a poll, the page shown or back online, an audit) does the same: it reads the head of one
 * endpoint. If the head has changed, a {@link HeadReader} reads the logs up to it, from *that endpoint*.
 *
 * Invariants:
 *
 * 1. A change is one step from one consistent list to the next; no log is removed before its replacement has been
 * read.
 * 2. A log that is missing from an answer is removed only if its block was replaced on that endpoint.
 * 3. `verifiedTo` never goes beyond the head that the answering endpoint has shown.
 * 4. No request is sent while paused or without listeners.
 * 5. Syncs never overlap; wake-ups during a sync lead to one more.
 */
export class Follower {
  readonly #client: Client
  readonly #feed: HeadSource
  readonly #clock: Clock
  readonly #options: FollowerOptions
  readonly #pool: Pool
  readonly #finality: Finality
  /** `undefined` until the first block to follow is known. */
  #reader: HeadReader | undefined
  readonly #batcher: BlockBatcher
  readonly #health: SyncHealth
  readonly #answers: AnswerWatch
  readonly #listeners = new Listeners()
  /** Minimum milliseconds between two polls. */
  #pollingInterval: number
  /** Set while there are listeners and it is not paused; aborted at the end. */
  #run: AbortController | undefined
  /** The head to sync to next, and how many interruptions of the feed preceded it. */
  #next: Head | undefined
  #nextInterruptions = 0
  /** When the newest head was first seen. */
  #seen: { readonly hash: Hash; readonly at: number } | undefined
  #isSyncing = false
  #isPaused = false
  /** The next check of the head, or the next attempt after a failure. */
  #timer: unknown
  #state: FollowState

  constructor(client: Client, options: FollowerOptions) {
    const { clock = systemClock, page = browserPage, pollingInterval = defaultPollingInterval } = options
    this.#client = client
    this.#options = options
    this.#pollingInterval = pollingInterval
    this.#clock = new MonotonicClock(clock)
    this.#pool = getPool(client)
    this.#feed = options.feed ?? HeadFeed.of(this.#pool, { clock, page })
    this.#finality = Finality.of(this.#pool)
    if (options.start !== undefined) this.#begin(options.start)
    this.#batcher = new BlockBatcher(this.#clock)
    this.#health = new SyncHealth(this.#clock, () => {
      this.#update()
    })
    this.#answers = new AnswerWatch(this.#pool, this.#clock, () => {
      this.#update()
    })
    this.#state = this.#toState()
  }

  readonly getState = (): FollowState => this.#state

  /** The newest blocks with all their logs, as of the last sync; `undefined` before the first one. */
  getRecent(): Pick<WindowLogs, 'range' | 'logs'> | undefined {
    return this.#reader?.recent.known
  }

  /** Starts with the first listener, stops with the last. Known logs are kept, and checked by the next sync. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const remove = this.#listeners.add(listener)
    if (!this.#run && !this.#isPaused) this.#start()
    return () => {
      remove()
      if (this.#listeners.size === 0) this.#stop()
    }
  }

  /** Sends no request until {@link resume}. */
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

  /** Changes the minimum milliseconds between two polls, and polls now. */
  readonly setPollingInterval = (milliseconds: number): void => {
    if (milliseconds === this.#pollingInterval) return
    this.#pollingInterval = milliseconds
    if (this.#run) this.#feed.check()
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
    this.#health.reset()
    // A listener that leaves in the same tick, as StrictMode's first one does, costs nothing.
    queueMicrotask(() => {
      if (run.signal.aborted) return
      const unsubscribe = this.#feed.subscribe({
        pollingInterval: () => this.#pollingInterval,
        onHead: (head, interruptions) => {
          this.#wake(head, interruptions)
        },
        onState: () => {
          this.#update()
        },
      })
      run.signal.addEventListener('abort', unsubscribe, { once: true })
      const { head } = this.#feed
      if (head) this.#wake(head, 0)
      this.#feed.check()
      this.#update()
    })
  }

  #stop(): void {
    this.#run?.abort()
    this.#run = undefined
    this.#next = undefined
    this.#clock.clearTimeout(this.#timer)
    this.#batcher.stop()
    this.#health.stop()
    this.#answers.end()
  }

  #wake(head: Head, interruptions: number): void {
    this.#next = head
    if (!this.#isSyncing) this.#answers.end()
    if (this.#seen?.hash !== head.hash) this.#seen = { hash: head.hash, at: this.#clock.now() }
    this.#nextInterruptions = Math.max(this.#nextInterruptions, interruptions)
    this.#scheduleSync()
  }

  /** Syncs at once, or batches blocks that arrive faster than the budget allows. */
  #scheduleSync(): void {
    if (this.#isSyncing || !this.#next || !this.#run || !this.#health.isReady) return
    const interval = this.#canBatch(this.#next) ? this.#feed.readInterval() : 0
    const isWaiting = this.#batcher.schedule(interval, () => {
      void this.#syncNext()
    })
    if (isWaiting) this.#update()
  }

  /** Whether logs may have been missed and not been read yet. */
  get #isBehind(): boolean {
    return this.#health.isBehind(this.#feed.getState().interruptions)
  }

  #canBatch(head: Head): boolean {
    return !this.#isBehind && this.#reader?.canBatch(head) === true
  }

  async #syncNext(): Promise<void> {
    const head = this.#next
    if (this.#isSyncing || !head || !this.#run) return
    this.#isSyncing = true
    this.#next = undefined
    if (this.#canBatch(head)) this.#batcher.noteRead()
    await this.#syncTo(head, this.#run.signal)
    this.#isSyncing = false
    this.#scheduleSync()
  }

  async #syncTo(head: Head, signal: AbortSignal): Promise<void> {
    const interruptions = this.#nextInterruptions
    const onLong = () => {
      if (signal.aborted) return
      this.#health.slowed()
      this.#update()
    }
    const onProgress = () => {
      if (signal.aborted) return
      this.#health.progressed()
      this.#update()
    }
    this.#health.begin()
    this.#answers.begin()
    // Not awaited: only the first sync waits for it, in the reader.
    this.#finality.refresh(this.#pool, signal).catch(() => {})
    try {
      const reader = this.#reader ?? this.#begin(this.#firstBlock(head.number))
      await syncWithTimeout(reader, { clock: this.#clock, head, signal, onLong, onProgress })
      if (signal.aborted) return
      this.#answers.end()
      this.#health.succeeded(interruptions)
      this.#planCheck()
      this.#update()
    } catch (error) {
      if (signal.aborted) return
      this.#answers.end(error)
      const wait = this.#health.failed(error as Error, this.#reader?.isInParts === true)
      // The same endpoint would fail again: the feed uses another one, if there is one.
      this.#feed.avoid(head.endpoint)
      this.#clock.clearTimeout(this.#timer)
      this.#timer = this.#clock.setTimeout(() => {
        this.#feed.check()
        this.#update()
      }, wait)
      this.#update()
    }
  }

  /** Wakes up to confirm the head, or for the next audit: on a chain without new blocks, nothing else would. */
  #planCheck(): void {
    this.#clock.clearTimeout(this.#timer)
    const { auditIn, confirmIn } = this.#reader ?? {}
    // Polls come anyway.
    const wait = this.#feed.getState().source === 'socket' ? (confirmIn ?? auditIn) : auditIn
    if (wait === undefined) return
    this.#timer = this.#clock.setTimeout(() => {
      this.#feed.check()
    }, wait)
  }

  #update(): void {
    const next = this.#toState()
    if (shallowEqual(next, this.#state)) return
    this.#state = next
    this.#listeners.notify()
  }

  #toState(): FollowState {
    const feed = this.#feed.getState()
    const { tip, hasRead = false, verifiedTo, finalized = -1n } = this.#reader?.recent ?? {}
    const status = this.#toStatus()
    return {
      status,
      source: feed.source,
      pollingInterval: feed.interval ?? this.#batcher.interval,
      head: this.#feed.head?.number ?? tip?.number,
      headAt: this.#seen?.at,
      verifiedTo: hasRead ? verifiedTo : this.#options.verifiedTo,
      finalized: finalized >= 0n ? finalized : undefined,
      lastUpdated: this.#health.lastUpdated,
      staleSince: status === 'stale' ? this.#staleSince : undefined,
      silentSince: this.#answers.silentSince ?? feed.silentSince,
      connectivity: feed.connectivity,
      staleFrom: this.#reader?.staleFrom(feed.lower),
      error: this.#health.error ?? feed.error,
    }
  }

  #toStatus(): FollowState['status'] {
    if (this.#isPaused) return 'paused'
    if (this.#staleSince !== undefined) return 'stale'
    if (this.#isBehind) return 'catching-up'
    return this.#feed.getState().isDegraded ? 'degraded' : 'live'
  }

  get #staleSince(): number | undefined {
    return this.#feed.getState().staleSince ?? this.#health.stuckSince
  }
}
