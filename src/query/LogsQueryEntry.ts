import { CancelledError, skipToken, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { isObject } from '../base/unknownJson.ts'
import type { LogList } from '../logs/list/LogList.ts'
import type { RawLog } from '../logs/Log.ts'
import { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import { snapshotVersion, type LogsSnapshotJson } from '../logs/snapshot/LogsSnapshotJson.ts'
import { snapshotFromLogs } from '../logs/snapshot/snapshotFromLogs.ts'

/**
 * The data of a logs query in the query cache: a snapshot, its JSON when dehydrated on a server, or logs that an app
 * or a test set as the complete result.
 */
export type LogsQueryData = LogsSnapshot | LogsSnapshotJson | readonly RawLog[] | LogList<RawLog>

interface QueryWithData {
  readonly state: { readonly data?: unknown }
}

/** The hash of a key, by the app's `queryKeyHashFn` if it has one. */
export function hashOf(queryClient: QueryClient, queryKey: QueryKey): string {
  return queryClient.defaultQueryOptions({ queryKey }).queryHash!
}

/** A logs query in react-query's cache, with its data as a snapshot. */
export class LogsQueryEntry {
  readonly #queryClient: QueryClient
  readonly #queryKey: QueryKey
  readonly #queryHash: string
  /** The snapshots of logs that were set by hand. */
  readonly #seeded = new WeakMap<object, LogsSnapshot>()
  /** The snapshot of a scan that has found no log yet, which is not in the cache. */
  #unpublished: LogsSnapshot | undefined
  #published: LogsSnapshot | undefined

  constructor(queryClient: QueryClient, queryKey: QueryKey) {
    this.#queryClient = queryClient
    this.#queryKey = queryKey
    this.#queryHash = hashOf(queryClient, queryKey)
  }

  get query(): Query<unknown, Error, unknown> | undefined {
    // Not `find`, which hashes the key once for each query in the cache: there may be thousands of timestamps.
    return this.#queryClient.getQueryCache().get<unknown, Error, unknown>(this.#queryHash)
  }

  /** Whether it exists and is not being fetched. */
  get isIdle(): boolean {
    return this.query?.state.fetchStatus === 'idle'
  }

  get data(): LogsSnapshot | undefined {
    return this.snapshotOf(this.query?.state.data as LogsQueryData | undefined)
  }

  /** The snapshot of this query's data, or of data that is shown in its place. The same data gives the same snapshot. */
  snapshotOf(data: LogsQueryData | undefined): LogsSnapshot | undefined {
    if (!data || !(Symbol.iterator in data)) return restore(data)
    const snapshot = this.#seeded.get(data) ?? seed(data, this.#queryKey)
    this.#seeded.set(data, snapshot)
    return snapshot
  }

  /** Whether its data was dehydrated: on a server, or by a persister before the page was loaded. */
  get isHydrated(): boolean {
    return jsonOf(this.query?.state.data) !== undefined && this.data !== undefined
  }

  /** The newest snapshot, also one without logs that is not in the cache yet. */
  get newest(): LogsSnapshot | undefined {
    return this.data ?? this.#unpublished
  }

  /** Whether react-query has replaced the snapshot that was published last, by the result of a fetch. */
  get wasReplaced(): boolean {
    return this.data !== undefined && this.data !== this.#published
  }

  /**
   * Writes a snapshot to the cache once there is something to show: the query stays pending until then. Returns whether it was
   * written.
   */
  publish(snapshot: LogsSnapshot): boolean {
    const hasNews = snapshot.count > 0 || snapshot.isComplete || this.data !== undefined
    this.#unpublished = hasNews ? undefined : snapshot
    if (!hasNews) return false
    this.#published = snapshot
    this.#queryClient.setQueryData<LogsQueryData>(this.#queryKey, snapshot)
    return true
  }

  /** The query was reset or removed. */
  forgetUnpublished(): void {
    this.#unpublished = undefined
  }

  /** Resolves to the error if the fetch fails, which the query's state has as well. */
  async fetch(): Promise<Error | undefined> {
    const { query } = this
    // Parameters that are not known yet cannot be read.
    if (query?.options.queryFn === skipToken) return undefined
    try {
      await query?.fetch(undefined, { cancelRefetch: true })
      return undefined
    } catch (error) {
      return error instanceof CancelledError ? undefined : (error as Error)
    }
  }

  /**
   * Resolves once it is not being fetched: to `false` if the fetch was cancelled, or no component uses the query any more.
   */
  async settle(): Promise<boolean> {
    while (this.query && !this.isIdle) {
      // Joins the fetch that is in progress.
      const outcome = await this.query.fetch().catch((error: unknown) => error)
      if (outcome instanceof CancelledError || !this.query?.isActive()) return false
    }
    return true
  }

  cancelFetch(): void {
    // Without `revert: false`, react-query would discard the published snapshots.
    void this.#queryClient.cancelQueries({ queryKey: this.#queryKey, exact: true }, { revert: false })
  }
}

/** The `staleTime` of data that must be read again. `0` would not do: after the clock was set back, such data counts as fresh. */
export const alwaysStale = Number.NEGATIVE_INFINITY

/**
 * Whether the read of a query ended early: it was cancelled, the last component that shows it was unmounted, or its data comes
 * from a server that did not finish, or cannot be read. The next component that shows it reads the rest.
 */
export function wasInterrupted(query: QueryWithData): boolean {
  return snapshotOf(query)?.isInterrupted ?? isUnreadable(query.state.data)
}

/**
 * Whether no log is missing from the data of a query, and none of its blocks can be replaced any more: they are at least
 * `finality` blocks below the head. Data that an app has set counts as such.
 */
export function isFinal(query: QueryWithData, finality: number): boolean {
  const snapshot = snapshotOf(query)
  if (!snapshot) return query.state.data !== undefined
  const { isComplete, requested, readHead } = snapshot
  return isComplete && (readHead === undefined || requested!.to + BigInt(finality) <= readHead)
}

/** The data of a query; `undefined` if there is none, and if an app has set it. */
function snapshotOf({ state }: QueryWithData): LogsSnapshot | undefined {
  const data = state.data as LogsQueryData | undefined
  return data === undefined || Symbol.iterator in data ? undefined : restore(data)
}

function restore(data: LogsSnapshot | LogsSnapshotJson | undefined): LogsSnapshot | undefined {
  return data === undefined || isUnreadable(data) ? undefined : LogsSnapshot.from(jsonOf(data) ?? data)
}

/** Whether data was dehydrated by another version of this library, which may mean something else by it, or is damaged. It counts as no data. */
function isUnreadable(data: unknown): boolean {
  const json = jsonOf(data)
  if (json?.version === undefined && !Array.isArray(json?.logs)) return false
  if (json.version !== snapshotVersion) return true
  try {
    LogsSnapshot.from(json)
    return false
  } catch {
    // Any page of the same origin can change what a persister has stored.
    return true
  }
}

/** Whether the data of a query has blocks of an archive and was read elsewhere: on a server, or before the page was loaded. */
export function isArchivedElsewhere({ state }: QueryWithData): boolean {
  return !isUnreadable(state.data) && (jsonOf(state.data)?.archived?.length ?? 0) > 0
}

/** Data that was dehydrated, or is the structured clone of a snapshot. */
function jsonOf(data: unknown): LogsSnapshotJson | undefined {
  if (!isObject(data) || data instanceof LogsSnapshot || Symbol.iterator in data) return undefined
  const json = 'json' in data ? data.json : data
  return typeof json === 'object' && json !== null ? (json as LogsSnapshotJson) : undefined
}

/** Logs that the app has set, as one page for a query that is read in pages. */
function seed(logs: readonly RawLog[] | LogList<RawLog>, [, kind, fields]: QueryKey): LogsSnapshot {
  if (kind !== 'infiniteLogs') return snapshotFromLogs(logs, fields as object)
  const snapshot = snapshotFromLogs(logs, { ...(fields as object), limit: undefined })
  const { from } = snapshot.requested!
  return snapshot.withPages({ from, starts: [from] })
}
