import { CancelledError, hashKey } from '@tanstack/react-query'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ModuleLoadError } from '../errors/ModuleLoadError.ts'
import type { BlockInterval } from '../logs/Coverage.ts'
import { createScanControl } from '../logs/scan/createScanControl.ts'
import { clipChange } from '../logs/follow/clipChange.ts'
import type { FollowChange, FollowState } from '../logs/follow/FollowState.ts'
import { toIntervalSet, unite } from '../logs/intervals.ts'
import type { IntervalSet } from '../logs/intervals.ts'
import type { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import { callSafely } from '../base/Listeners.ts'
import type { followLogs, Following, LogsTarget } from './followLogs.ts'
import { lazyEngine } from './lazyEngine.ts'
import { LogsQueryEntry } from './LogsQueryEntry.ts'
import { RetryTimer } from './RetryTimer.ts'

/** The state of a query: its logs so far, its live status, and whether its scan is paused. */
export interface LogsQueryState {
  /** The newest snapshot, also while a scan has found no log yet and the query cache has no data. */
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

export interface FollowLogsOptions extends LogsTarget {
  /** Least milliseconds between two polls. */
  readonly pollingInterval?: number | undefined
  /** Called with each change. */
  readonly onChange: (change: FollowChange) => void
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

/**
 * Runs a logs query: reads its history, follows the head while it is live, and keeps the result in react-query's cache.
 * There is one observer per query and query client, shared by all hooks that use the query.
 *
 * | the query in the cache | is live | then |
 * |---|---|---|
 * | is being fetched | | snapshots are published as logs arrive; it is not followed yet |
 * | was fetched, or its scan was cancelled | yes | a follower starts where it ends, and writes each change to the cache |
 * | has no data, and an error that may be temporary | yes | it is fetched again, with growing delays |
 * | was reset or removed | | the follower stops, and the state is cleared |
 */
export class LogsObserver {
  /** Pauses and resumes the scan. */
  readonly control = createScanControl()
  readonly #queryClient: QueryClient
  readonly #queryKey: QueryKey
  readonly #entry: LogsQueryEntry
  readonly #listeners = new Set<() => void>()
  readonly #followers = new Set<FollowLogsOptions>()
  readonly #retry = new RetryTimer(
    () => void this.#entry.fetch(),
    () => this.#update({}),
  )
  #state = nothing
  /** What was read last. */
  #target: LogsTarget | undefined
  /** Blocks that the follower has read since the current scan began. */
  #changed: IntervalSet = []
  /** The only blocks that the next fetch should read. */
  #wanted: BlockInterval | undefined
  /** Whether the next fetch should read the next page. */
  #wantsPage = false
  #pageFetch: Promise<void> | undefined
  /** Whether it was read since the query was reset. */
  #wasRead = false
  #change: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined
  #following: Following | undefined
  /** A page has brought blocks that the follower should compare as well. */
  #mustFollowAgain = false
  /** Changes since the current scan last read the cache: its result must not undo them. */
  #lateChanges: ((snapshot: LogsSnapshot) => LogsSnapshot)[] = []

  private constructor(queryClient: QueryClient, queryKey: QueryKey) {
    this.#queryClient = queryClient
    this.#queryKey = queryKey
    this.#entry = new LogsQueryEntry(queryClient, queryKey)
    this.control.subscribe(() => {
      this.#following?.setPaused(this.control.isPaused())
      this.#update({})
    })
  }

  /** The observer of a query, created on first use. */
  static of(queryClient: QueryClient, queryKey: QueryKey): LogsObserver {
    const observers = observersOf(queryClient)
    const hash = hashKey(queryKey)
    let observer = observers.get(hash)
    if (!observer) {
      observer = new LogsObserver(queryClient, queryKey)
      // Its data may have been dehydrated, persisted or set by hand.
      observer.#update({})
      observers.set(hash, observer)
    }
    return observer
  }

  /** The observer of a query, if it is in use. */
  static find(queryClient: QueryClient, queryKey: QueryKey): LogsObserver | undefined {
    return registry.get(queryClient)?.get(hashKey(queryKey))
  }

  readonly getSnapshot = (): LogsQueryState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      this.#forgetUnused()
    }
  }

  /** The `queryFn`: reads history. */
  async read(target: LogsTarget, signal: AbortSignal): Promise<LogsSnapshot> {
    const wanted = this.#wanted
    this.#wanted = undefined
    const nextPage = this.#wantsPage
    this.#wantsPage = false
    this.#target = target
    this.#wasRead = true
    this.#retry.pause()
    this.#lateChanges = []
    this.#changed = []
    const { readLogs } = lazyEngine.loaded() ?? (await lazyEngine.load())
    signal.throwIfAborted()
    if (nextPage) {
      const oldest = this.#entry.data?.ended().requested?.from
      const readTo = this.#following?.readTo()
      this.#mustFollowAgain = oldest !== undefined && readTo !== undefined && oldest - 1n > readTo
    }
    const result = await readLogs(target, {
      signal,
      control: this.control,
      wanted,
      nextPage,
      readTo: this.#following?.readTo(),
      current: () => {
        this.#lateChanges = []
        return this.#entry.newest
      },
      publish: (snapshot) => {
        this.#publish(snapshot)
      },
      changed: () => this.#changed,
    }).catch((error: unknown) => {
      if (!signal.aborted) reportError(target, error as Error, 'read')
      throw error
    })
    const [failed] = result.coverage.failed
    if (failed) reportError(target, failed.error, 'read')
    return result
  }

  /** Keeps the result up to date until the returned function is called. Another caller may take over in the same tick. */
  follow(options: FollowLogsOptions): () => void {
    this.#followers.add(options)
    this.#followOrRetry()
    return () => {
      this.#followers.delete(options)
      queueMicrotask(() => {
        if (this.#followers.size > 0) return
        this.#retry.stop()
        this.#stopFollowing()
        this.#update({})
        this.#forgetUnused()
      })
    }
  }

  /** Cancels the scan. Logs that have arrived stay. */
  readonly cancel = (): void => {
    this.#retry.stop()
    this.#entry.cancelFetch()
    this.control.resume()
  }

  /** Reads failed and missing blocks, and those that may have changed. */
  readonly retry = (): void => {
    this.control.resume()
    const { config, chainId } = this.#target ?? {}
    if (config) lazyEngine.loaded()?.getPool(config.getClient(chainId)).resume()
    void this.#entry.fetch()
  }

  /** Reads the next page, for a query that is read in pages. Resolves when it was read or has failed. */
  readonly fetchNextPage = (): Promise<void> => {
    if (this.#pageFetch) return this.#pageFetch
    if (!this.#entry.data?.ended().hasNextPage) return Promise.resolve()
    this.control.resume()
    this.#wantsPage = true
    const fetch = this.#entry.fetch().then((error) => {
      this.#pageFetch = undefined
      this.#wantsPage = false
      this.#update({ isFetchingNextPage: false, nextPageError: error })
    })
    this.#pageFetch = fetch
    this.#update({ isFetchingNextPage: true, nextPageError: undefined })
    return fetch
  }

  /** Reads only some blocks again. Does nothing while a scan runs. */
  readonly retryRange = (range: BlockInterval): void => {
    if (!this.#entry.isIdle) return
    this.#wanted = range
    this.retry()
  }

  /**
   * For Suspense: a promise of the next change while the query is being read, `undefined` after that. Starts to read if that
   * has not happened yet, or with `again`.
   */
  nextChange(again: boolean): Promise<void> | undefined {
    const query = this.#entry.query
    if (!query) return undefined
    if (query.state.fetchStatus === 'idle') {
      const isOver = this.#wasRead || query.state.status === 'error' || this.#state.wasComplete
      if (isOver && !again) return undefined
      // A render must not change other components.
      queueMicrotask(() => {
        if (query.state.fetchStatus === 'idle') void this.#entry.fetch()
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
    if (!state || state.data === undefined) this.#stopFollowing()
    const wasReset = !state || (state.status === 'pending' && state.fetchStatus === 'idle')
    if (wasReset) {
      this.#entry.forgetUnpublished()
      this.#wasRead = false
    }
    const lateChanges = this.#lateChanges
    if (state?.fetchStatus === 'idle' && lateChanges.length > 0) {
      this.#lateChanges = []
      // The result of the scan has overwritten them: apply them again.
      if (this.#entry.wasReplaced)
        return this.#publish(lateChanges.reduce((one, apply) => apply(one), this.#entry.data!))
    }
    this.#followOrRetry()
    this.#update(wasReset ? { reorg: undefined, nextPageError: undefined } : {})
    this.#forgetUnused()
  }

  #publish(snapshot: LogsSnapshot): void {
    // The scan was reset: following starts over.
    if (!snapshot.requested) this.#stopFollowing()
    if (!this.#entry.publish(snapshot)) this.#update({})
  }

  /** Starts following, or schedules a retry if nothing could be read. */
  #followOrRetry(): void {
    const [options] = this.#followers
    const state = this.#entry.query?.state
    if (!options || !state || state.fetchStatus !== 'idle') return
    if (this.#mustFollowAgain) this.#stopFollowing()
    if (this.#following) return
    const { error } = state
    const snapshot = this.#entry.data?.ended()
    const engine = lazyEngine.loaded()
    if (!engine) {
      if (error instanceof ModuleLoadError) return this.#retry.start(error)
      void lazyEngine.load().then(
        () => this.#followOrRetry(),
        // The query reports that it could not be loaded, and is retried.
        () => this.#followers.size > 0 && void this.#entry.fetch(),
      )
      return
    }
    const following = snapshot && this.#follow(engine.followLogs, snapshot, options)
    if (following) {
      this.#retry.stop()
      this.#following = following
      following.setPaused(this.control.isPaused())
    } else if (error && !(error instanceof CancelledError)) {
      const pool = engine.getPool(options.config.getClient(options.chainId))
      this.#retry.start(error, engine.Connectivity.of(pool))
    }
  }

  #follow(
    follow: typeof followLogs,
    snapshot: LogsSnapshot,
    options: FollowLogsOptions,
  ): Following | undefined {
    let isFailing = false
    return follow(snapshot, {
      ...options,
      onState: (next) => {
        if (next.error && !isFailing) reportError(options, next.error, 'live')
        isFailing = next.error !== undefined
        this.#update({})
      },
      onChange: (change, apply) => {
        const { data } = this.#entry
        if (!data) return
        // What happens below the pages is not shown.
        const oldest = data.pageBounds?.starts.at(-1)
        const shown = oldest === undefined ? change : clipChange(change, oldest)
        if (!this.#entry.isIdle) {
          this.#lateChanges.push(apply)
          this.#changed = unite(this.#changed, toIntervalSet([change.range]))
        }
        this.#publish(apply(data))
        // Removals left fewer logs than the limit: read older ones.
        if (data.isComplete && !this.#entry.data?.isComplete && this.#entry.isIdle) void this.#entry.fetch()
        if (shown.reorg) this.#update({ reorg: shown })
        for (const { onChange } of [...this.#followers]) callSafely(onChange, shown)
      },
    })
  }

  /** Removes the observer when the query has neither listeners nor a cache entry. */
  #forgetUnused(): void {
    if (this.#listeners.size > 0 || this.#followers.size > 0 || this.#entry.query) return
    const observers = registry.get(this.#queryClient)
    const hash = hashKey(this.#queryKey)
    if (observers?.get(hash) === this) observers.delete(hash)
  }

  #stopFollowing(): void {
    this.#mustFollowAgain = false
    this.#following?.stop()
    this.#following = undefined
  }

  #update(change: Partial<LogsQueryState>): void {
    const { query, newest: known } = this.#entry
    const isIdle = !query || query.state.fetchStatus === 'idle'
    const next: LogsQueryState = {
      ...this.#state,
      ...change,
      snapshot: isIdle ? known?.ended() : known,
      wasComplete: known !== undefined && (this.#state.wasComplete || known.isComplete),
      isScanPaused: this.control.isPaused(),
      ignoresBudget: this.control.ignoresBudget(),
      follow: this.#followers.size === 0 ? undefined : (this.#following?.getState() ?? this.#retry.state),
    }
    const keys = Object.keys(next) as (keyof LogsQueryState)[]
    if (keys.every((key) => next[key] === this.#state[key])) return
    this.#state = next
    for (const listener of [...this.#listeners]) listener()
  }
}

function reportError({ config, chainId }: LogsTarget, error: Error, source: 'read' | 'live'): void {
  const { onError } = config
  if (onError) callSafely((reported) => onError(reported, { chainId, source }), error)
}

const registry = new WeakMap<QueryClient, Map<string, LogsObserver>>()

/** Observers by query hash. They go with the client, or when the query leaves the cache. */
function observersOf(queryClient: QueryClient): Map<string, LogsObserver> {
  const known = registry.get(queryClient)
  if (known) return known
  const observers = new Map<string, LogsObserver>()
  registry.set(queryClient, observers)
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' || type === 'removed') observers.get(query.queryHash)?.queryChanged()
  })
  return observers
}
