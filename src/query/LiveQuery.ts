import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { LiveLogs, anchorOf } from '../logs/follow/LiveLogs.ts'
import { Follower } from '../logs/follow/Follower.ts'
import type { FollowChange, FollowState } from '../logs/follow/FollowState.ts'
import { LogsSnapshot } from '../logs/LogsSnapshot.ts'
import type { ParsedLogQuery } from '../logs/ParsedLogQuery.ts'
import { getPool } from '../rpc/getPool.ts'
import type { LogsConfig } from './createLogsConfig.ts'
import type { LogsQueryData } from './logs.ts'
import { scanControlOf } from './scanControlOf.ts'

export interface LiveQueryState {
  /** History and what has come since, as one; `undefined` until history has been read. */
  readonly snapshot: LogsSnapshot | undefined
  readonly follow: FollowState | undefined
  /** The last change that took logs back. */
  readonly reorg: FollowChange | undefined
}

export interface LiveQueryOptions {
  readonly config: LogsConfig
  readonly queryClient: QueryClient
  readonly queryKey: QueryKey
  readonly networkId: number
  readonly query: ParsedLogQuery
  /** Least milliseconds between two polls. */
  readonly pollingInterval?: number | undefined
  /** Told when the last listener has left. */
  readonly onEnd: () => void
}

/** What is known before following has begun. */
export const nothingLive: LiveQueryState = { snapshot: undefined, follow: undefined, reorg: undefined }

/**
 * Keeps the result of a query up to date, for all who show it: begins where its scan has ended, and leaves what it found
 * to the query when the last one goes.
 */
export class LiveQuery {
  readonly #options: LiveQueryOptions
  readonly #listeners = new Set<() => void>()
  readonly #onChanges = new Set<(change: FollowChange) => void>()
  #state = nothingLive
  #run: { stop: (() => void)[]; follower?: Follower; live?: LiveLogs } | undefined

  constructor(options: LiveQueryOptions) {
    this.#options = options
  }

  readonly getState = (): LiveQueryState => this.#state

  /** Starts with the first listener, ends with the last. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (!this.#run) this.#start()
    return () => {
      this.#listeners.delete(listener)
      // One that comes back in the same tick, as StrictMode's does, finds everything as it was.
      queueMicrotask(() => {
        if (this.#listeners.size === 0) this.#end()
      })
    }
  }

  /** Calls `listener` with each change; returns how to stop that. */
  onChange(listener: (change: FollowChange) => void): () => void {
    this.#onChanges.add(listener)
    return () => {
      this.#onChanges.delete(listener)
    }
  }

  #start(): void {
    const cache = this.#options.queryClient.getQueryCache()
    const query = () => cache.find({ queryKey: this.#options.queryKey, exact: true })
    this.#run = {
      stop: [
        cache.subscribe((event) => {
          if (event.type === 'updated' && event.query === query()) this.#historyChanged()
        }),
      ],
    }
    this.#historyChanged()
  }

  #end(): void {
    const { snapshot } = this.#state
    const run = this.#run
    this.#run = undefined
    this.#state = nothingLive
    for (const stop of run?.stop ?? []) stop()
    const query = this.#options.queryClient.getQueryState(this.#options.queryKey)
    if (snapshot && query?.fetchStatus === 'idle')
      this.#options.queryClient.setQueryData<LogsQueryData>(this.#options.queryKey, snapshot)
    this.#options.onEnd()
  }

  /** History was read, or read again: in part, or as far as it goes. */
  #historyChanged(): void {
    const query = this.#options.queryClient.getQueryState<LogsQueryData>(this.#options.queryKey)
    if (!this.#run || query?.data === undefined) return
    const history = LogsSnapshot.from(query.data)
    if (!this.#run.follower && query.status === 'success' && query.fetchStatus === 'idle')
      this.#follow(history.ended())
    else if (this.#run.live) this.#tell({ snapshot: this.#run.live.after(history) })
  }

  #follow(history: LogsSnapshot): void {
    const { asked, head } = history
    if (!this.#run || !asked || head === undefined) return
    const { filter, limit } = this.#options.query
    const client = this.#options.config.getClient(this.#options.networkId)
    // What lies deeper is not read again, whatever is final by then.
    const settled = head - BigInt(getPool(client).network.finality)
    const from = settled + 1n > asked.from ? settled + 1n : asked.from
    const live = new LiveLogs(history, from, head, limit)
    const follower = new Follower(client, {
      filter,
      start: asked.from,
      verifiedTo: head < asked.from ? asked.from - 1n : head,
      tail: live.tail,
      anchor: anchorOf(history, settled),
      cache: this.#options.config.cache,
      pollingInterval: this.#options.pollingInterval,
      onChange: (change) => {
        live.apply(change)
        // What was kept for good is of a chain that is gone.
        if (change.reorg?.isDeep) void this.#options.config.cache.clear(this.#options.networkId)
        const data = this.#options.queryClient.getQueryData<LogsQueryData>(this.#options.queryKey)
        this.#tell({
          snapshot: live.after(data ? LogsSnapshot.from(data) : history),
          reorg: change.reorg ? change : this.#state.reorg,
        })
        for (const listener of [...this.#onChanges]) listener(change)
      },
    })
    this.#run.live = live
    this.#run.follower = follower
    const control = scanControlOf(this.#options.queryClient, this.#options.queryKey)
    const obey = () => {
      if (control.isPaused()) follower.pause()
      else follower.resume()
    }
    obey()
    this.#run.stop.push(
      control.subscribe(obey),
      follower.subscribe(() => {
        this.#tell({ follow: follower.getState() })
      }),
    )
    this.#tell({ snapshot: live.after(history), follow: follower.getState() })
  }

  #tell(change: Partial<LiveQueryState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of [...this.#listeners]) listener()
  }
}
