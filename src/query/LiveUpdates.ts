import { CancelledError } from '@tanstack/react-query'
import { callSafely } from '../base/Listeners.ts'
import { ModuleLoadError } from '../errors/ModuleLoadError.ts'
import type { RangeLogs } from '../logs/columns/RangeLogs.ts'
import { isUnreachable } from '../logs/ConnectivityStatus.ts'
import { clipChange } from '../logs/follow/clipChange.ts'
import { defaultPollingInterval, type FollowChange, type FollowState } from '../logs/follow/FollowState.ts'
import { toIntervalSet, unite, type IntervalSet } from '../logs/intervals.ts'
import type { ScanControl } from '../logs/scan/createScanControl.ts'
import type { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import type { followLogs, Following, ReadSource } from './followLogs.ts'
import { lazyEngine } from './lazyEngine.ts'
import { reportError, type LogsConfig, type LogsTarget } from './LogsConfig.ts'
import type { LogsQueryEntry } from './LogsQueryEntry.ts'
import { isTemporary, RetryTimer } from './RetryTimer.ts'

export interface FollowLogsOptions extends LogsTarget {
  /** Minimum milliseconds between two polls. */
  readonly pollingInterval?: number | undefined
  /** Called with each change. */
  readonly onChange: (change: FollowChange) => void
}

interface LiveUpdatesOptions {
  readonly entry: LogsQueryEntry
  readonly control: ScanControl
  /** Writes a snapshot to the cache. */
  readonly publish: (snapshot: LogsSnapshot) => void
  /** Called when the live status has changed, with the change if it replaced blocks. */
  readonly onUpdate: (reorg?: FollowChange) => void
}

/**
 * Follows the head from where the result of a query ends. While a scan runs, changes are written at once and
 * recorded, because the scan's result may overwrite them.
 */
export class LiveUpdates {
  readonly source: ReadSource = {}
  readonly #options: LiveUpdatesOptions
  readonly #entry: LogsQueryEntry
  /** The components that show the query live. */
  readonly #users = new Set<FollowLogsOptions>()
  readonly #retry: RetryTimer
  #reading: FollowState | undefined
  #following: Following | undefined
  /** The config that {@link #following} uses. */
  #config: LogsConfig | undefined
  /** Whether the chain was found, since the last read began, to end below the whole result. */
  #isGone = false
  /** Whether removals left fewer logs than the limit, so that older blocks must be read. */
  #mustRefill = false
  /** Whether the network can be reached again, so that blocks that failed meanwhile must be read. */
  #mustReadFailed = false
  /** Changes since the current scan last read the cache: its result must not undo them. */
  #lateChanges: ((snapshot: LogsSnapshot) => LogsSnapshot)[] = []
  /** Blocks that the follower has read since the current scan began. */
  #changed: IntervalSet = []

  constructor(options: LiveUpdatesOptions) {
    this.#options = options
    this.#entry = options.entry
    this.#retry = new RetryTimer(
      () => this.#retryRead(),
      () => options.onUpdate(),
    )
  }

  get isUsed(): boolean {
    return this.#users.size > 0
  }

  /** Live status; `undefined` while the query is not live. */
  get state(): FollowState | undefined {
    return this.isUsed ? (this.#following?.getState() ?? this.#retry.state ?? this.#reading) : undefined
  }

  get changed(): IntervalSet {
    return this.#changed
  }

  /** A scan may read blocks up to this one; newer ones are kept up to date here. */
  get readTo(): bigint | undefined {
    return this.#following?.readTo
  }

  /** The newest blocks with all their logs, also those below the oldest page; `undefined` until they have been read. */
  get recent(): RangeLogs | undefined {
    return this.#following?.recent
  }

  addUser(options: FollowLogsOptions): void {
    this.#users.add(options)
    this.start()
  }

  /** {@link start} or {@link stop} must follow. */
  removeUser(options: FollowLogsOptions): void {
    this.#users.delete(options)
  }

  setPaused(isPaused: boolean): void {
    this.#following?.setPaused(isPaused)
    this.#readMissing()
  }

  scanStarted(): void {
    this.#retry.pause()
    this.#isGone = false
    this.#mustRefill = this.#mustReadFailed = false
    this.#lateChanges = []
    this.#changed = []
  }

  /** Live status of the read in progress, if no endpoint answers it. */
  readonly setReading = (state: FollowState | undefined): void => {
    this.#reading = state
    this.#options.onUpdate()
  }

  /** Returns the changes since the scan last read the cache, and forgets them. */
  takeLateChanges(): readonly ((snapshot: LogsSnapshot) => LogsSnapshot)[] {
    const changes = this.#lateChanges
    this.#lateChanges = []
    return changes
  }

  cancelRetry(): void {
    this.#mustRefill = this.#mustReadFailed = false
    this.#retry.stop()
  }

  /**
   * Follows the query if it is live and idle. If nothing could be read, schedules a retry. If the head is unknown, or the chain
   * ended below all logs, reads the query again.
   */
  start(): void {
    const options = this.#userOptions()
    const state = this.#entry.query?.state
    if (!options || !state || state.fetchStatus !== 'idle') return
    const { config, chainId, pollingInterval } = options
    if (this.#config !== config) this.stop()
    if (this.#following) {
      this.#following.setPollingInterval(pollingInterval)
      return this.#readMissing()
    }
    const { error } = state
    const engine = lazyEngine.loaded()
    if (!engine) {
      if (error instanceof ModuleLoadError) return this.#retry.start(error)
      void lazyEngine.load().then(
        () => this.start(),
        // The query reports that it could not be loaded, and is retried.
        () => this.isUsed && void this.#entry.fetch(),
      )
      return
    }
    const snapshot = this.#entry.data?.ended()
    const following = snapshot && this.#follow(engine.followLogs, snapshot, options)
    if (following) {
      this.#retry.stop()
      this.#following = following
      this.#config = config
      following.setPaused(this.#options.control.isPaused())
    } else if (error && !(error instanceof CancelledError)) {
      const pool = engine.getPool(config.getClient(chainId))
      this.#retry.start(error, engine.Connectivity.of(pool))
    } else if (snapshot && (snapshot.isComplete || this.#isGone)) this.#readAgain()
  }

  /** Reads the query, unless its last component is just being unmounted, which cancels a read before it removes the user. */
  #readAgain(): void {
    queueMicrotask(() => {
      if (this.isUsed && this.#entry.isIdle) void this.#entry.fetch()
    })
  }

  stop(): void {
    this.#following?.stop()
    this.#following = undefined
  }

  /** A scan that is in progress may read the blocks, else its end calls this again. */
  #readMissing(): void {
    const { data, isIdle } = this.#entry
    if (!isIdle || this.#options.control.isPaused()) return
    const isMissing =
      (this.#mustRefill && !data?.isComplete) ||
      (this.#mustReadFailed && data?.coverage.failed.some(({ error }) => isTemporary(error)))
    this.#mustRefill = this.#mustReadFailed = false
    if (isMissing) void this.#entry.fetch()
  }

  #retryRead(): void {
    const [user] = this.#users
    const engine = lazyEngine.loaded()
    const error = this.#entry.query?.state.error
    if (user && engine) engine.verifyAllAgain(engine.getPool(user.config.getClient(user.chainId)), error)
    void this.#entry.fetch()
  }

  /** The config of one user, and the shortest polling interval of all. */
  #userOptions(): (FollowLogsOptions & { readonly pollingInterval: number }) | undefined {
    const users = [...this.#users]
    const intervals = users.map(({ pollingInterval = defaultPollingInterval }) => pollingInterval)
    return users[0] && { ...users[0], pollingInterval: Math.min(...intervals) }
  }

  #follow(
    follow: typeof followLogs,
    snapshot: LogsSnapshot,
    options: FollowLogsOptions,
  ): Following | undefined {
    let isFailing = false
    let wasCutOff = false
    const following = follow(snapshot, {
      ...options,
      source: this.source,
      onState: (next) => {
        if (next.error && !isFailing) reportError(options, next.error, 'live')
        isFailing = next.error !== undefined
        this.#options.onUpdate()
        const isCutOff = isUnreachable(next.connectivity)
        if (wasCutOff && !isCutOff) {
          this.#mustReadFailed = true
          this.#readMissing()
        }
        wasCutOff = isCutOff
      },
      onChange: (change, apply) => {
        this.#apply(change, apply)
      },
    })
    wasCutOff = isUnreachable(following?.getState().connectivity)
    return following
  }

  #apply(change: FollowChange, apply: (snapshot: LogsSnapshot) => LogsSnapshot): void {
    const { data, isIdle } = this.#entry
    if (!data) return
    // Changes below the oldest page are not shown.
    const oldest = data.pageBounds?.starts.at(-1)
    const shown = oldest === undefined ? change : clipChange(change, oldest)
    if (!isIdle) {
      this.#lateChanges.push(apply)
      this.#changed = unite(this.#changed, toIntervalSet([change.range]))
    }
    const next = apply(data)
    this.#isGone = !next.requested
    this.#options.publish(next)
    if (data.isComplete && !this.#entry.data?.isComplete) this.#mustRefill = true
    this.#readMissing()
    if (shown.reorg) this.#options.onUpdate(shown)
    for (const { onChange } of [...this.#users]) callSafely(onChange, shown)
  }
}
