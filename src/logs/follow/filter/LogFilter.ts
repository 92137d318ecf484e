import type { AbiEvent, Client } from 'viem'
import { Listeners } from '../../../base/Listeners.ts'
import { MonotonicClock, systemClock, type Clock } from '../../../rpc/Clock.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import { getPool } from '../../../rpc/pool/getPool.ts'
import type {
  MaybeFilters,
  QueryLog,
  AnyLogQuery,
  EventNameOf,
  EventsOf,
  MaybeAbi,
  TypedLogQuery,
} from '../../filter/EventLog.ts'
import type { LogQuery } from '../../filter/LogQuery.ts'
import { withParts, type ParsedLogQuery } from '../../filter/ParsedLogQuery.ts'
import { parseFollowQuery } from '../../filter/parseFollowQuery.ts'
import { listRows } from '../../list/listRows.ts'
import type { LogRow } from '../../Log.ts'
import { applyChange } from '../applyChange.ts'
import { lastBlock } from '../Checkpoints.ts'
import { Follower } from '../Follower.ts'
import { startOf } from '../FollowerOptions.ts'
import type { FollowChange } from '../FollowState.ts'
import { browserPage, type PageSignals } from '../head/PageSignals.ts'
import { FilterFeed } from './FilterFeed.ts'
import { idleLogFilter, type LogFilterState, type LogFilterStatus } from './LogFilterState.ts'

export interface LogFilterOptions {
  /** Minimum milliseconds between two polls. @default 4_000 */
  pollingInterval?: number | undefined
  /** Called when the last listener has left and none has joined in the same tick. */
  onEnd?: (() => void) | undefined
  /** Time, for tests. */
  clock?: Clock | undefined
  /** Whether the page is visible and online. @default the current page */
  page?: PageSignals | undefined
}

/** The time from the first listener to the last. */
interface Run {
  readonly controller: AbortController
  readonly feed: FilterFeed
  follower?: Follower
}

/**
 * A filter on a node (`eth_newFilter`, `eth_getFilterChanges`, `eth_uninstallFilter`): created on one endpoint and
 * polled there, recreated after any error, and uninstalled when the last listener leaves. Its changes only trigger
 * reads (`eth_getLogs`), so no log is missing, repeated or of a replaced block, whatever the filter reports.
 *
 * It begins at the query's `fromBlock` (`'latest-500'` is 500 blocks before the latest one), or with the next block
 * if that is a tag or missing. `order` and `limit` do not apply: logs come oldest first.
 *
 * @throws {@link InvalidQueryError} from the constructor, before any request, also for a range with an end or an invalid
 * `pollingInterval`.
 *
 * @example
 * const filter = new LogFilter(client, { address: token, event: transfer })
 * const stop = filter.subscribe(() => console.log(filter.getState().logs.at(-1)?.args.value))
 */
export interface LogFilter<row = LogRow> {
  readonly getState: () => LogFilterState<row>
  /** Starts with the first listener. Stops with the last and clears its state. */
  readonly subscribe: (listener: () => void) => () => void
  /** Calls `listener` with each change; returns a function that unsubscribes it. */
  readonly onChange: (listener: (change: FollowChange) => void) => () => void
  /**
   * Uninstalls the filter, and sends no requests until {@link LogFilter.resume} is called or the last listener leaves. Its logs stay.
   * May be called before the first listener.
   */
  readonly pause: () => void
  /** Creates a new filter, and reads the missed blocks. */
  readonly resume: () => void
}

/** Logs are typed by the events of the query, as in `scan`. */
export interface LogFilterConstructor {
  new <
    const event extends AbiEvent | undefined = undefined,
    const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
    strict extends boolean = true,
    const abi extends MaybeAbi = undefined,
    eventName extends EventNameOf<abi> | undefined = undefined,
    const filters extends MaybeFilters = undefined,
  >(
    client: Client,
    query: TypedLogQuery<event, events, strict, abi, eventName, filters>,
    options?: LogFilterOptions,
  ): LogFilter<QueryLog<event, events, strict, abi, eventName, filters>>
  new <query>(
    client: Client,
    query: ParsedLogQuery | AnyLogQuery<query>,
    options?: LogFilterOptions,
  ): LogFilter
}

class NodeLogFilter implements LogFilter {
  readonly #client: Client
  readonly #pool: Pool
  readonly #query: ParsedLogQuery
  readonly #options: LogFilterOptions
  readonly #clock: Clock
  readonly #page: PageSignals
  readonly #listeners = new Listeners()
  readonly #changes = new Listeners<FollowChange>()
  #parts: Omit<LogFilterState, 'logs'> = idleLogFilter
  #state = idleLogFilter
  #listed: Pick<LogFilterState, 'logs' | 'selections'> | undefined
  #run: Run | undefined
  #isPaused = false

  constructor(client: Client, query: LogQuery | ParsedLogQuery, options: LogFilterOptions = {}) {
    this.#client = client
    this.#pool = getPool(client)
    this.#query = withParts(parseFollowQuery(query, options.pollingInterval), { order: 'asc' })
    this.#options = options
    this.#clock = new MonotonicClock(options.clock ?? systemClock)
    this.#page = options.page ?? browserPage
  }

  readonly getState = (): LogFilterState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    const remove = this.#listeners.add(listener)
    if (!this.#run) this.#start()
    return () => {
      remove()
      if (!this.#run || this.#listeners.size > 0) return
      this.#run.controller.abort()
      this.#run = undefined
      this.#isPaused = false
      this.#parts = this.#state = idleLogFilter
      queueMicrotask(() => {
        if (this.#listeners.size === 0) this.#options.onEnd?.()
      })
    }
  }

  readonly onChange = this.#changes.add

  readonly pause = (): void => {
    this.#isPaused = true
    this.#run?.follower?.pause()
    if (this.#run) this.#update(this.#run)
  }

  readonly resume = (): void => {
    this.#isPaused = false
    this.#run?.follower?.resume()
    if (this.#run) this.#update(this.#run)
  }

  #start(): void {
    const run: Run = (this.#run = {
      controller: new AbortController(),
      feed: new FilterFeed(this.#pool, this.#query.filter, {
        clock: this.#clock,
        page: this.#page,
        onState: () => {
          this.#update(run)
        },
      }),
    })
    // A listener that leaves in the same tick, as StrictMode's first one does, costs nothing.
    queueMicrotask(() => {
      this.#begin(run)
    })
  }

  #begin(run: Run): void {
    const { signal } = run.controller
    if (signal.aborted) return
    this.#update(run)
    const follower = new Follower(this.#client, {
      filter: this.#query.filter,
      ...startOf(this.#query.range),
      feed: run.feed,
      clock: this.#clock,
      page: this.#page,
      pollingInterval: this.#options.pollingInterval,
      onChange: (change) => {
        this.#apply(run, change)
      },
    })
    run.follower = follower
    if (this.#isPaused) follower.pause()
    const stop = follower.subscribe(() => {
      this.#update(run)
    })
    signal.addEventListener('abort', stop, { once: true })
    this.#update(run)
  }

  #apply(run: Run, change: FollowChange): void {
    if (this.#run !== run) return
    const selections = applyChange(this.#state.selections, change)
    run.feed.noteRead(change, lastBlock(selections))
    this.#set({
      selections,
      ...(change.reorg && { reorg: change }),
    })
    this.#changes.notify(change)
  }

  #update(run: Run): void {
    if (this.#run !== run) return
    const { filter } = run.feed.getState()
    const follow = run.follower?.getState()
    this.#set({
      status: this.#toStatus(run),
      filterId: filter?.id,
      endpoint: filter?.endpoint,
      head: follow?.head,
      lastUpdated: follow?.lastUpdated,
      error: follow ? follow.error : this.#state.error,
    })
  }

  #toStatus({ feed, follower }: Run): LogFilterStatus {
    if (this.#isPaused) return 'paused'
    const { isUnsupported, filterSince } = feed.getState()
    if (isUnsupported) return 'polling'
    const { lastUpdated, status } = follower?.getState() ?? {}
    if (lastUpdated === undefined) return 'creating'
    const isWorking = filterSince !== undefined && lastUpdated >= filterSince
    return isWorking && status === 'live' ? 'watching' : 'recovering'
  }

  #set(change: Partial<Omit<LogFilterState, 'logs'>>): void {
    const keys = Object.keys(change) as (keyof typeof change)[]
    if (keys.every((key) => change[key] === this.#parts[key])) return
    this.#parts = { ...this.#parts, ...change }
    this.#state = this.#withLogs(this.#parts)
    this.#listeners.notify()
  }

  /** Hooks read `selections` only, so the list is created when it is first read. */
  #withLogs(parts: Omit<LogFilterState, 'logs'>): LogFilterState {
    const { selections } = parts
    const list = () => {
      if (this.#listed?.selections !== selections)
        this.#listed = { selections, logs: listRows(this.#query, selections) }
      return this.#listed.logs
    }
    return {
      ...parts,
      get logs() {
        return list()
      },
    }
  }
}

export const LogFilter: LogFilterConstructor = NodeLogFilter as unknown as LogFilterConstructor
