import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import { lazyEngine } from './lazyEngine.ts'
import type { LogsSource } from './LogsConfig.ts'
import { isArchivedElsewhere, type LogsQueryEntry } from './LogsQueryEntry.ts'

interface ArchiveWatchOptions {
  readonly entry: LogsQueryEntry
  /** Writes a snapshot to the cache. */
  readonly publish: (snapshot: LogsSnapshot) => void
}

/**
 * Drops a query's blocks from an archive once the spot check of any scan finds the archive to be wrong. They are read again as soon
 * as a component uses the query.
 */
export class ArchiveWatch {
  readonly #options: ArchiveWatchOptions
  #isRejected = () => false
  #stop: (() => void) | undefined
  /** Whether blocks were dropped that no scan has read since. */
  #hasDropped = false

  constructor(options: ArchiveWatchOptions) {
    this.#options = options
  }

  /** Does nothing if the archive is watched already, and on a server, where results do not outlive their request. */
  start({ config, chainId }: LogsSource): void {
    if (this.#stop || typeof window === 'undefined') return
    const engine = lazyEngine.loaded()
    // Before it is loaded, nothing has been compared with nodes.
    if (!engine) {
      this.#stop = lazyEngine.subscribe(() => {
        this.stop()
        this.start({ config, chainId })
      })
      return
    }
    if (!config.networks.some(({ id }) => id === chainId)) return
    const pool = engine.getPool(config.getClient(chainId))
    this.#isRejected = () => engine.isArchiveRejected(pool)
    this.#stop = engine.archiveStatusOf(pool).subscribe(() => this.drop())
    // Not now: a component may be rendering.
    queueMicrotask(() => this.drop())
  }

  stop(): void {
    this.#stop?.()
    this.#stop = undefined
  }

  /** The snapshot without blocks of an archive that is wrong. */
  filter(snapshot: LogsSnapshot | undefined): LogsSnapshot | undefined {
    return this.#isRejected() ? snapshot?.withoutArchived() : snapshot
  }

  /** Drops such blocks from the query cache. */
  drop(): void {
    const { newest } = this.#options.entry
    const left = this.filter(newest)
    if (!left || left === newest) return
    this.#hasDropped = true
    this.#options.publish(left)
  }

  /** Reads dropped blocks again, unless a scan that is running may do so. */
  readDropped(): void {
    const { entry } = this.#options
    if (!this.#hasDropped || !entry.isIdle) return
    this.#hasDropped = false
    if (!entry.query?.isActive() || !entry.data?.isInterrupted) return
    // Not now: other listeners of the cache have not seen the change yet.
    queueMicrotask(() => {
      if (entry.isIdle) void entry.fetch()
    })
  }
}

/**
 * Watches results from a server that contain blocks of an archive, even if no hook uses them: they may be wrong as well. Only on
 * networks that the page reads: the archives of others are not checked.
 */
export class ArchivedResults {
  readonly #queryClient: QueryClient
  readonly #watch: (queryKey: QueryKey, source: LogsSource) => void
  readonly #sources = new Map<number, LogsSource>()

  constructor(queryClient: QueryClient, watch: (queryKey: QueryKey, source: LogsSource) => void) {
    this.#queryClient = queryClient
    this.#watch = watch
  }

  /** Called when a query of a network is read. */
  networkRead({ config, chainId }: LogsSource): void {
    if (this.#sources.has(chainId)) return
    this.#sources.set(chainId, { config, chainId })
    for (const query of this.#queryClient.getQueryCache().getAll()) this.queryChanged(query)
  }

  /** Called when a query was added to the cache or has changed. */
  queryChanged(query: Query): void {
    const [scope, kind, fields] = query.queryKey
    if (scope !== 'topic0' || (kind !== 'logs' && kind !== 'infiniteLogs')) return
    const source = this.#sources.get((fields as { readonly chainId: number }).chainId)
    if (source && isArchivedElsewhere(query)) this.#watch(query.queryKey, source)
  }
}
