import type { QueryClient, QueryKey, RefetchOptions } from '@tanstack/react-query'
import { Listeners } from '../base/Listeners.ts'
import type { BlockInterval } from '../logs/Coverage.ts'
import type { FollowChange, FollowState } from '../logs/follow/FollowState.ts'
import { createScanControl } from '../logs/scan/createScanControl.ts'
import type { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import { ArchiveWatch } from './ArchiveWatch.ts'
import { lazyEngine } from './lazyEngine.ts'
import { LiveUpdates, type FollowLogsOptions } from './LiveUpdates.ts'
import { reportError, type LogsConfig, type LogsSource, type LogsTarget } from './LogsConfig.ts'
import { LogsQueryEntry, type LogsQueryData } from './LogsQueryEntry.ts'

/** The state of a query: its logs so far, its live status, and whether its scan is paused. */
export interface LogsQueryState {
  /** The newest snapshot. A scan has one before its first log, when the query cache has no data yet. */
  readonly snapshot: LogsSnapshot | undefined
  /** Live status; `undefined` while the query is not live. */
  readonly follow: FollowState | undefined
  /** The last change that removed logs. */
  readonly reorg: FollowChange | undefined
  readonly isScanPaused: boolean
  readonly ignoresBudget: boolean
  /** Whether the result was complete at any time since the query was reset. */
  readonly wasComplete: boolean
  readonly isFetchingNextPage: boolean
  /** Why the next page could not be read. */
  readonly nextPageError: Error | undefined
}

const nothing: LogsQueryState = {
  snapshot: undefined,
  follow: undefined,
  reorg: undefined,
  isScanPaused: false,
  ignoresBudget: false,
  wasComplete: false,
  isFetchingNextPage: false,
  nextPageError: undefined,
}

export interface LogsObserverOptions {
  /** The network of the query, if known before it is read. */
  readonly source: LogsSource | LogsTarget | undefined
  /** Called when the query is read. */
  readonly onRead: (source: LogsSource) => void
  /** Called when the query has neither listeners nor a cache entry left. */
  readonly onUnused: () => void
}

/**
 * Runs a logs query: reads its history, follows the head while it is live, and keeps the result in react-query's cache.
 * There is one observer per query and query client, shared by all hooks that use the query.
 *
 * | the query in the cache | is live | then |
 * |---|---|---|
 * | waits for the browser to be online, without data | | cached blocks are published |
 * | is being fetched | | snapshots are published as logs arrive; it is not followed yet |
 * | was fetched, or its scan was cancelled | yes | a follower starts where the result ends, and writes each change to the cache |
 * | was fetched from the log cache alone | yes | it is fetched again, to know the head |
 * | has no data, and an error that may be temporary | yes | it is fetched again, with growing delays |
 * | has failed blocks, and the network can be reached again | yes | they are read |
 * | was reset or removed | | the follower stops, and the state is cleared |
 * | has blocks of an archive that is found to be wrong | | they are dropped, and read again if a component uses the query |
 */
export class LogsObserver {
  /** Pauses and resumes the scan. */
  readonly control = createScanControl()
  readonly #options: LogsObserverOptions
  readonly #entry: LogsQueryEntry
  readonly #listeners = new Listeners()
  readonly #live: LiveUpdates
  readonly #archive: ArchiveWatch
  // An object of its own: React drops the effects of a render in which another observer has the same state.
  #state = { ...nothing }
  /** The network of the query. */
  #source: LogsSource | LogsTarget | undefined
  /** The only blocks that the next fetch should read. */
  #wanted: BlockInterval | undefined
  /** Whether the next fetch should read the next page. */
  #wantsPage = false
  #pageFetch: Promise<void> | undefined
  #isForgotten = false
  readonly #refetches = new WeakMap<object, (options?: RefetchOptions) => unknown>()
  /** Whether the query has been read since it was reset. */
  #wasRead = false
  #change: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined

  constructor(queryClient: QueryClient, queryKey: QueryKey, options: LogsObserverOptions) {
    this.#options = options
    this.#source = options.source
    this.#entry = new LogsQueryEntry(queryClient, queryKey)
    this.#archive = new ArchiveWatch({
      entry: this.#entry,
      publish: (snapshot) => this.#publish(snapshot),
    })
    this.#live = new LiveUpdates({
      entry: this.#entry,
      control: this.control,
      publish: (snapshot) => this.#publish(snapshot),
      onUpdate: (reorg) => this.#update(reorg ? { reorg } : {}),
    })
    this.control.subscribe(() => {
      this.#live.setPaused(this.control.isPaused())
      this.#update({})
    })
    // The cache may already have data: hydrated, persisted or set by hand.
    this.#update({})
  }

  /** The query in react-query's cache. */
  get query(): LogsQueryEntry['query'] {
    return this.#entry.query
  }

  readonly getSnapshot = (): LogsQueryState => this.#state

  /** The logs of react-query's `placeholderData`. */
  placeholder(data: LogsQueryData | undefined): LogsSnapshot | undefined {
    // It is of another query: its coverage says nothing about this one.
    return this.#entry.snapshotOf(data)?.withoutCoverage()
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const remove = this.#listeners.add(listener)
    return () => {
      remove()
      this.#forgetUnused()
      // Another component may follow in this tick.
      queueMicrotask(() => this.#endPause())
    }
  }

  /** A pause ends with the last component: the next one must not find itself paused. */
  #endPause(): void {
    if (this.#listeners.size > 0 || this.#live.isUsed) return
    this.#live.stop()
    this.control.resume()
  }

  /** The `queryFn`: reads history. */
  async read(target: LogsTarget, signal: AbortSignal): Promise<LogsSnapshot> {
    const isPage = this.#wantsPage
    try {
      const result = await this.#read(target, signal)
      const [failed] = result.coverage.failed
      if (failed) reportError(target, failed.error, 'read')
      return result
    } catch (error) {
      if (!signal.aborted) reportError(target, error as Error, 'read')
      throw error
    } finally {
      // As in react-query, the error of a page lasts until another read ends.
      if (!isPage && !signal.aborted) this.#update({ nextPageError: undefined })
    }
  }

  async #read(target: LogsTarget, signal: AbortSignal): Promise<LogsSnapshot> {
    const wanted = this.#wanted
    this.#wanted = undefined
    const nextPage = this.#wantsPage
    this.#wantsPage = false
    this.#source = target
    this.#wasRead = true
    this.#options.onRead(target)
    this.#live.scanStarted()
    const { readQuery, watchRead, getPool } = lazyEngine.loaded() ?? (await lazyEngine.load())
    signal.throwIfAborted()
    const { readTo } = this.#live
    const readUpTo = (last: bigint | undefined) =>
      readQuery(target, {
        signal,
        source: this.#live.source,
        isHydrated: this.#entry.isHydrated,
        control: this.control,
        isLive: () => this.#live.isUsed,
        wanted,
        nextPage,
        recent: () => this.#live.recent,
        readTo: last,
        current: () => {
          this.#live.takeLateChanges()
          return this.#entry.newest
        },
        publish: (snapshot) => this.#publish(snapshot),
        changed: () => this.#live.changed,
      })
    const stopWatching = watchRead(getPool(target.config.getClient(target.chainId)), this.#live.setReading)
    try {
      const result = await readUpTo(readTo)
      // Newer blocks were left to a follower that has stopped since.
      const mustReadOn = readTo !== undefined && !nextPage && !this.#live.isUsed
      return mustReadOn ? await readUpTo(undefined) : result
    } finally {
      stopWatching()
    }
  }

  /** Keeps the result up to date until the returned function is called. A caller that follows in the same tick takes over. */
  follow(options: FollowLogsOptions): () => void {
    this.#live.addUser(options)
    this.#update({})
    return () => {
      this.#live.removeUser(options)
      queueMicrotask(() => {
        if (this.#live.isUsed) return this.#live.start()
        this.#live.cancelRetry()
        this.#live.stop()
        this.#update({})
        this.#forgetUnused()
        this.#endPause()
      })
    }
  }

  /** Cancels the scan. Logs that have arrived stay. */
  readonly cancel = (): void => {
    this.#wanted = undefined
    this.#live.cancelRetry()
    this.#entry.cancelFetch()
    this.control.resume()
    this.#update({})
  }

  /** Reads failed and missing blocks, and those that may have changed. */
  readonly retry = (): void => this.#readAgain(undefined)

  /** Called when a component uses another config: it may reach the network where the last one failed. */
  readonly configChanged = (config: LogsConfig): void => {
    const { query, isIdle } = this.#entry
    if (this.#wasRead && config !== this.#source?.config && isIdle && query?.state.status === 'error')
      void this.#entry.fetch()
  }

  /** Reads the next page, for a query that is read in pages. Resolves once it has been read or has failed. */
  readonly fetchNextPage = (): Promise<void> => {
    if (!this.#pageFetch && !this.#hasNextPage) return Promise.resolve()
    return (this.#pageFetch ??= this.#fetchPage())
  }

  async #fetchPage(): Promise<void> {
    this.control.resume()
    this.#update({ isFetchingNextPage: true, nextPageError: undefined })
    let error: Error | undefined
    // After a refetch: in its place, newer blocks would stay unread.
    if ((this.#entry.isIdle || (await this.#entry.settle())) && this.#hasNextPage) {
      this.#wantsPage = true
      error = await this.#entry.fetch()
      this.#wantsPage = false
    }
    this.#pageFetch = undefined
    this.#update({ isFetchingNextPage: false, nextPageError: error })
  }

  get #hasNextPage(): boolean {
    return this.#entry.data?.ended().hasNextPage ?? false
  }

  /** Reads some blocks again, and those that must be of the same chain. Does nothing while a scan runs. */
  readonly retryRange = (range: BlockInterval): void => {
    if (this.#entry.isIdle) this.#readAgain(range)
  }

  #readAgain(wanted: BlockInterval | undefined): void {
    this.#wanted = wanted
    this.control.resume()
    this.#resumeEndpoints()
    void this.#entry.fetch()
  }

  /** react-query's `refetch` for users, which ends pauses of endpoints first. Returns the same function for the same `refetch`. */
  userRefetch<refetch extends (options?: RefetchOptions) => unknown>(refetch: refetch): refetch {
    let own = this.#refetches.get(refetch)
    if (!own) {
      own = (options?: RefetchOptions) => {
        this.#resumeEndpoints()
        return refetch(options)
      }
      this.#refetches.set(refetch, own)
    }
    return own as refetch
  }

  /** Ends pauses after failures: a read that a user requested must not fail with an old error. */
  #resumeEndpoints(): void {
    const { config, chainId } = this.#source ?? {}
    // A network that is not configured has no pool.
    if (config?.networks.some(({ id }) => id === chainId))
      lazyEngine.loaded()?.getPool(config.getClient(chainId)).resume()
  }

  /**
   * For Suspense: a promise of the next change while the query is being read, `undefined` after that. Starts a read
   * if there was none yet, or with `again`. `onRead` is called when that read has ended.
   */
  nextChange(again: boolean, onRead: () => void): Promise<void> | undefined {
    const query = this.#entry.query
    if (!query) return undefined
    if (query.state.fetchStatus === 'idle') {
      const isOver = this.#wasRead || query.state.status === 'error' || this.#state.wasComplete
      if (isOver && !again) return undefined
      // Not during this render: it would update other components.
      queueMicrotask(() => {
        if (query.state.fetchStatus !== 'idle') return
        if (again) this.#resumeEndpoints()
        void this.#entry.fetch().then(onRead)
      })
    }
    if (!this.#change) {
      let resolve = () => {}
      const promise = new Promise<void>((done) => (resolve = done))
      this.#change = { promise, resolve }
    }
    return this.#change.promise
  }

  /** Called when the query in the cache has changed or was removed. */
  readonly queryChanged = (): void => {
    this.#handleChange()
    this.#change?.resolve()
    this.#change = undefined
  }

  #handleChange(): void {
    const state = this.#entry.query?.state
    if (!state || state.data === undefined) this.#live.stop()
    const wasReset = !state || (state.status === 'pending' && state.fetchStatus === 'idle')
    if (wasReset) {
      this.#entry.forgetUnpublished()
      this.#wasRead = false
    }
    if (state?.fetchStatus === 'paused') void this.showCached()
    const lateChanges = state?.fetchStatus === 'idle' ? this.#live.takeLateChanges() : []
    // The scan's result has overwritten them.
    if (lateChanges.length > 0 && this.#entry.wasReplaced)
      return this.#publish(lateChanges.reduce((one, apply) => apply(one), this.#entry.data!))
    this.#archive.drop()
    this.#archive.readDropped()
    this.#live.start()
    this.#update(wasReset ? { reorg: undefined, nextPageError: undefined } : {})
    this.#forgetUnused()
  }

  /** Publishes the cached blocks of a query that waits to be read, if it has no data and sends nothing meanwhile. */
  async showCached(): Promise<void> {
    const target = this.#source
    if (!target || !('query' in target)) return
    const fetchStatus = this.#entry.query?.state.fetchStatus
    if (!fetchStatus || fetchStatus === 'fetching' || this.#entry.newest) return
    // The query itself reports, once it is online, that its code cannot be loaded.
    const engine = lazyEngine.loaded() ?? (await lazyEngine.load().catch(() => undefined))
    if (!engine) return
    const { config, chainId, query, isPaged } = target
    const { cache } = config
    const found = await engine.readCached(config.getClient(chainId), query, { cache, isPaged })
    const isSame = this.#entry.query?.state.fetchStatus === fetchStatus && !this.#entry.newest
    if (isSame && found.requested) this.#publish(found)
  }

  #publish(snapshot: LogsSnapshot): void {
    // The scan was reset: following starts over.
    if (!snapshot.requested) this.#live.stop()
    if (!this.#entry.publish(snapshot)) this.#update({})
  }

  #forgetUnused(): void {
    if (this.#isForgotten || this.#listeners.size > 0 || this.#live.isUsed || this.#entry.query) return
    this.#isForgotten = true
    this.#options.onUnused()
    this.#archive.stop()
  }

  #update(change: Partial<LogsQueryState>): void {
    const { query, newest } = this.#entry
    if (this.#source && newest?.hasArchived) this.#archive.start(this.#source)
    const known = this.#archive.filter(newest)
    const isIdle = !query || query.state.fetchStatus === 'idle'
    const next: LogsQueryState = {
      ...this.#state,
      ...change,
      snapshot: isIdle ? known?.ended() : known,
      wasComplete: known !== undefined && (this.#state.wasComplete || known.isComplete),
      isScanPaused: this.control.isPaused(),
      ignoresBudget: this.control.ignoresBudget(),
      follow: this.#live.state,
    }
    const keys = Object.keys(next) as (keyof LogsQueryState)[]
    // If the query was removed, components must render again to create another one, even if nothing else has changed.
    if (query && keys.every((key) => next[key] === this.#state[key])) return
    this.#state = next
    this.#listeners.notify()
  }
}
