import { CancelledError, hashKey, skipToken } from '@tanstack/react-query'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { BlockInterval } from '../logs/Coverage.ts'
import { createScanControl } from '../logs/scan/createScanControl.ts'
import { Connectivity } from '../logs/follow/head/Connectivity.ts'
import type { FollowChange, FollowState } from '../logs/follow/FollowState.ts'
import { toIntervalSet, unite } from '../logs/intervals.ts'
import type { IntervalSet } from '../logs/intervals.ts'
import { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import type { LogsSnapshotJson } from '../logs/snapshot/LogsSnapshotJson.ts'
import { getPool } from '../rpc/pool/getPool.ts'
import { followLogs } from './followLogs.ts'
import type { Following, LogsTarget } from './followLogs.ts'
import { readLogs } from './readLogs.ts'
import { RetryTimer } from './RetryTimer.ts'

/** What the query cache holds: a snapshot, or its plain JSON when it comes from a server. */
export type LogsQueryData = LogsSnapshot | LogsSnapshotJson

/** What is known of a query: its logs so far, how live they are, and what holds its scan back. */
export interface LogsQueryState {
  /** The newest one: also while a scan has found no log yet, and the query cache holds nothing. */
  readonly snapshot: LogsSnapshot | undefined
  /** Live status; `undefined` while the query is not live. */
  readonly follow: FollowState | undefined
  /** The last change that removed logs. */
  readonly reorg: FollowChange | undefined
  readonly isScanPaused: boolean
  readonly ignoresBudget: boolean
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
}

/**
 * One per query and query client: reads its history, follows the head while somebody wants it live, and keeps the result in
 * react-query's cache, the one place where it is. All who show the query share it.
 *
 * | the query in the cache | and somebody wants it live | then |
 * |---|---|---|
 * | is being read | | what arrives is published; nothing is followed yet |
 * | was read, or its scan was ended | yes | a follower begins where it ends; each change is written to the cache |
 * | has no data and an error that may pass | yes | it is read again, after longer and longer pauses |
 * | was reset or removed | | the follower ends, and what was known is forgotten |
 */
export class LogsObserver {
  /** Pauses and resumes the scan. */
  readonly control = createScanControl()
  readonly #queryClient: QueryClient
  readonly #queryKey: QueryKey
  readonly #listeners = new Set<() => void>()
  readonly #followers = new Set<FollowLogsOptions>()
  readonly #retry = new RetryTimer(
    () => this.#fetch(),
    () => this.#update({}),
  )
  #state = nothing
  /** What a scan without a log so far has read: the cache holds nothing then. */
  #unpublished: LogsSnapshot | undefined
  /** Blocks that following the head has read since the scan under way began. */
  #changed: IntervalSet = []
  #published: LogsSnapshot | undefined
  /** Blocks that the next reading is for, when it is not for all of them. */
  #wanted: BlockInterval | undefined
  #following: Following | undefined
  /** Changes since the scan under way last looked at the cache: its result must not undo them. */
  #late: ((snapshot: LogsSnapshot) => LogsSnapshot)[] = []

  private constructor(queryClient: QueryClient, queryKey: QueryKey) {
    this.#queryClient = queryClient
    this.#queryKey = queryKey
    this.control.subscribe(() => {
      this.#following?.setPaused(this.control.isPaused())
      this.#update({})
    })
  }

  /** The observer of a query, made when first asked for. */
  static of(queryClient: QueryClient, queryKey: QueryKey): LogsObserver {
    const observers = observersOf(queryClient)
    const hash = hashKey(queryKey)
    let observer = observers.get(hash)
    if (!observer) {
      observers.set(hash, (observer = new LogsObserver(queryClient, queryKey)))
      // It may have come from a server, or from storage.
      observer.#update({})
    }
    return observer
  }

  readonly getSnapshot = (): LogsQueryState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      this.#forgetUnused()
    }
  }

  /** Reads history: the `queryFn`. */
  async read(target: LogsTarget, signal: AbortSignal): Promise<LogsSnapshot> {
    const wanted = this.#wanted
    this.#wanted = undefined
    this.#retry.pause()
    this.#late = []
    this.#changed = []
    return readLogs(target, {
      signal,
      control: this.control,
      wanted,
      readTo: this.#following?.readTo(),
      current: () => {
        this.#late = []
        return this.#data ?? this.#unpublished
      },
      publish: (snapshot) => {
        this.#publish(snapshot)
      },
      changed: () => this.#changed,
    })
  }

  /** Keeps the result up to date until the returned function is called; in the same tick, another may take over. */
  follow(options: FollowLogsOptions): () => void {
    this.#followers.add(options)
    this.#tend()
    return () => {
      this.#followers.delete(options)
      queueMicrotask(() => {
        if (this.#followers.size > 0) return
        this.#retry.stop()
        this.#endFollowing()
        this.#update({})
        this.#forgetUnused()
      })
    }
  }

  /** Ends the scan. What has arrived stays. */
  readonly cancel = (): void => {
    this.#retry.stop()
    // Without `revert: false`, react-query would throw away what has been published.
    void this.#queryClient.cancelQueries({ queryKey: this.#queryKey, exact: true }, { revert: false })
    this.control.resume()
  }

  /** Reads what failed or is missing, and what may have changed since. */
  readonly retry = (): void => {
    this.control.resume()
    this.#fetch()
  }

  /** Reads some blocks again, and nothing else. While a scan runs, it does nothing. */
  readonly retryRange = (range: BlockInterval): void => {
    if (this.#query?.state.fetchStatus !== 'idle') return
    this.#wanted = range
    this.retry()
  }

  /** The query in the cache was changed, or is gone. */
  readonly queryChanged = (): void => {
    const state = this.#query?.state
    if (!state || state.data === undefined) this.#endFollowing()
    const wasReset = !state || (state.status === 'pending' && state.fetchStatus === 'idle')
    if (wasReset) this.#unpublished = undefined
    const late = this.#late
    if (state?.fetchStatus === 'idle' && late.length > 0) {
      this.#late = []
      const data = this.#data
      // The result of the scan took the place of what they had changed.
      if (data && data !== this.#published)
        return this.#publish(late.reduce((one, apply) => apply(one), data))
    }
    this.#tend()
    this.#update(wasReset ? { reorg: undefined } : {})
    this.#forgetUnused()
  }

  get #query(): Query<unknown, Error, unknown> | undefined {
    return this.#queryClient.getQueryCache().find({ queryKey: this.#queryKey, exact: true })
  }

  get #data(): LogsSnapshot | undefined {
    const data = this.#query?.state.data as LogsQueryData | undefined
    return data && LogsSnapshot.from(data)
  }

  /** Nothing is published before there is something to show: the query stays pending until then. */
  #publish(snapshot: LogsSnapshot): void {
    // A reset snapshot: following starts over.
    if (!snapshot.requested) this.#endFollowing()
    const hasNews = snapshot.count > 0 || snapshot.isComplete || this.#data !== undefined
    this.#unpublished = hasNews ? undefined : snapshot
    if (!hasNews) return this.#update({})
    this.#published = snapshot
    this.#queryClient.setQueryData<LogsQueryData>(this.#queryKey, snapshot)
  }

  #fetch(): void {
    // What is not known yet cannot be read.
    if (this.#query?.options.queryFn === skipToken) return
    // It rejects with what the query's state tells.
    this.#query?.fetch(undefined, { cancelRefetch: true }).catch(() => {})
  }

  /** Begins to follow, or reads again what could not be read at all. */
  #tend(): void {
    const [options] = this.#followers
    const state = this.#query?.state
    if (!options || this.#following || !state || state.fetchStatus !== 'idle') return
    const { error } = state
    const snapshot = this.#data?.ended()
    const following = snapshot && this.#follow(snapshot, options)
    if (following) {
      this.#retry.stop()
      this.#following = following
      following.setPaused(this.control.isPaused())
    } else if (error && !(error instanceof CancelledError)) {
      const pool = getPool(options.config.getClient(options.chainId))
      this.#retry.start(error, Connectivity.of(pool))
    }
  }

  #follow(snapshot: LogsSnapshot, options: FollowLogsOptions): Following | undefined {
    return followLogs(snapshot, {
      ...options,
      onState: () => {
        this.#update({})
      },
      onChange: (change, apply) => {
        if (!this.#data) return
        if (this.#query?.state.fetchStatus !== 'idle') {
          this.#late.push(apply)
          this.#changed = unite(this.#changed, toIntervalSet([change.range]))
        }
        const wasComplete = this.#data.isComplete
        this.#publish(apply(this.#data))
        // Removals left room below the limit: older logs fill it.
        if (wasComplete && !this.#data?.isComplete && this.#query?.state.fetchStatus === 'idle') this.#fetch()
        if (change.reorg) this.#update({ reorg: change })
        for (const { onChange } of [...this.#followers]) onChange(change)
      },
    })
  }

  /** Nobody shows it, and the cache has let go of it. */
  #forgetUnused(): void {
    if (this.#listeners.size > 0 || this.#followers.size > 0 || this.#query) return
    const observers = registry.get(this.#queryClient)
    const hash = hashKey(this.#queryKey)
    if (observers?.get(hash) === this) observers.delete(hash)
  }

  #endFollowing(): void {
    this.#following?.stop()
    this.#following = undefined
  }

  #update(change: Partial<LogsQueryState>): void {
    const query = this.#query
    const known = this.#data ?? this.#unpublished
    const isIdle = !query || query.state.fetchStatus === 'idle'
    const next: LogsQueryState = {
      ...this.#state,
      ...change,
      snapshot: isIdle ? known?.ended() : known,
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

const registry = new WeakMap<QueryClient, Map<string, LogsObserver>>()

/** Observers by the hashes of their queries: gone with the client, or with the query when it leaves the cache. */
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
