import type { Client, Hex } from 'viem'
import { NodeError } from '../errors.ts'
import type { Pool } from '../rpc/Pool.ts'
import { getPool } from '../rpc/getPool.ts'
import { parseQuantity } from '../rpc/parseQuantity.ts'
import { parseRpcLog } from '../rpc/parseRpcLog.ts'
import type { RawLog } from './Log.ts'
import type { LogQuery } from './LogQuery.ts'
import { matchesFilter } from './matchesFilter.ts'
import { compareLogs, logId } from './order.ts'
import { parseLogQuery } from './parseLogQuery.ts'
import type { ParsedLogQuery } from './parseLogQuery.ts'
import { scan } from './scan.ts'
import { toRpcFilter } from './toRpcFilter.ts'

/**
 * - `idle`: nobody listens, nothing is sent
 * - `creating`: the first filter is being made, and what came before it is being read
 * - `watching`: a filter lives on `endpoint` and is polled there
 * - `recovering`: the filter was lost; a new one is being made and the gap read again
 * - `polling`: no endpoint has filters; `eth_getLogs` is asked instead
 */
export type LogFilterStatus = 'idle' | 'creating' | 'watching' | 'recovering' | 'polling'

export interface LogFilterState {
  readonly status: LogFilterStatus
  /** The node's id of the filter, while there is one. */
  readonly filterId: Hex | undefined
  /** The endpoint on which the filter lives. */
  readonly endpoint: string | undefined
  /** All matching logs so far, oldest first. */
  readonly logs: readonly RawLog[]
  /** Why the last attempt failed. It is made again; what is there stays. */
  readonly error: Error | undefined
}

export interface LogFilterOptions {
  /** Milliseconds between two polls. @default 4_000 */
  pollingInterval?: number | undefined
}

/** A filter that had worked is made again at once; where none could be made, after a pause; where none can be, never. */
type FilterEnd = 'lost' | 'failed' | 'unsupported'

const idle: LogFilterState = {
  status: 'idle',
  filterId: undefined,
  endpoint: undefined,
  logs: [],
  error: undefined,
}

/**
 * An explicit node-side filter (`eth_newFilter`, `eth_getFilterChanges`, `eth_uninstallFilter`): made on one endpoint and
 * polled there; made again on any error, with the gap read by `eth_getLogs`; uninstalled when the last listener leaves.
 *
 * It begins at the query's `fromBlock` when that is a number, else with the blocks that come.
 *
 * @throws {@link InvalidQueryError} at construction, before anything is sent.
 */
export class LogFilter {
  readonly #client: Client
  readonly #pool: Pool
  readonly #query: ParsedLogQuery
  readonly #pollingInterval: number
  readonly #listeners = new Set<() => void>()
  #state = idle
  #run: AbortController | undefined
  /** The first block whose logs belong here. */
  #start: bigint | undefined
  /** All logs up to this block have been read and compared. */
  #verifiedTo: bigint | undefined

  constructor(client: Client, query: LogQuery, options: LogFilterOptions = {}) {
    this.#client = client
    this.#pool = getPool(client)
    this.#query = parseLogQuery(query)
    this.#pollingInterval = options.pollingInterval ?? 4_000
  }

  readonly getState = (): LogFilterState => this.#state

  /** Starts with the first listener. Stops with the last, and forgets: the next one begins anew. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (!this.#run) void this.#live((this.#run = new AbortController()).signal)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      this.#run?.abort()
      this.#run = undefined
      this.#start = undefined
      this.#verifiedTo = undefined
      this.#state = idle
    }
  }

  async #live(signal: AbortSignal): Promise<void> {
    // A listener that leaves in the same tick, as StrictMode's first one does, costs nothing.
    await Promise.resolve()
    let end: FilterEnd = 'lost'
    while (!signal.aborted) {
      if (end === 'unsupported') await this.#pollByLogs(signal)
      else end = await this.#filterLife(signal)
      if (end !== 'lost') await delay(this.#pollingInterval, signal)
    }
  }

  /** One filter from its making to its end. */
  async #filterLife(signal: AbortSignal): Promise<FilterEnd> {
    this.#set({ status: this.#verifiedTo === undefined ? 'creating' : 'recovering' })
    let filter: { id: Hex; endpoint: string } | undefined
    try {
      filter = await this.#create()
      signal.throwIfAborted()
      const { id, endpoint } = filter
      // Blocks up to a head shown after the filter was made are read; later ones the filter reports.
      const head = await this.#head(signal, endpoint)
      await this.#readWindow(head, signal)
      this.#set({ status: 'watching', filterId: id, endpoint, error: undefined })
      for (;;) {
        await delay(this.#pollingInterval, signal)
        const { result } = await this.#pool.request(
          { method: 'eth_getFilterChanges', params: [id] },
          { signal, endpoint },
        )
        if (!Array.isArray(result)) throw malformed(endpoint)
        this.#apply(result)
      }
    } catch (error) {
      const gone = error instanceof NodeError && error.kind === 'filter-gone'
      if (filter && !gone) this.#uninstall(filter)
      if (signal.aborted) return 'lost'
      if (!filter && isUnsupported(error)) return 'unsupported'
      const watched = this.#state.status === 'watching'
      this.#set({ status: 'recovering', filterId: undefined, endpoint: undefined, error: error as Error })
      return watched ? 'lost' : 'failed'
    }
  }

  /** Not abortable: a filter made while nobody waits any more must be known, to be uninstalled. */
  async #create(): Promise<{ id: Hex; endpoint: string }> {
    const { result, endpoint } = await this.#pool.request({
      method: 'eth_newFilter',
      params: [toRpcFilter(this.#query.filter, {})],
    })
    if (typeof result !== 'string') throw malformed(endpoint)
    return { id: result as Hex, endpoint }
  }

  #uninstall({ id, endpoint }: { id: Hex; endpoint: string }): void {
    this.#pool.request({ method: 'eth_uninstallFilter', params: [id] }, { endpoint }).catch(() => {
      // The filter is gone already, or its endpoint is: nodes drop filters that are not polled.
    })
  }

  async #pollByLogs(signal: AbortSignal): Promise<void> {
    try {
      await this.#readWindow(await this.#head(signal), signal)
      this.#set({ status: 'polling', filterId: undefined, endpoint: undefined, error: undefined })
    } catch (error) {
      if (!signal.aborted) this.#set({ status: 'polling', error: error as Error })
    }
  }

  async #head(signal: AbortSignal, endpoint?: string): Promise<bigint> {
    const { result } = await this.#pool.request(
      { method: 'eth_blockNumber', params: [] },
      { signal, endpoint },
    )
    return parseQuantity(result, 'eth_blockNumber')
  }

  /** Reads again everything that may have changed since the last look, up to `head`, and puts it in place at once. */
  async #readWindow(head: bigint, signal: AbortSignal): Promise<void> {
    const { range } = this.#query
    this.#start ??= 'fromBlock' in range && typeof range.fromBlock === 'bigint' ? range.fromBlock : head + 1n
    const depth = BigInt(this.#pool.network.finality)
    const last = this.#verifiedTo === undefined ? this.#start : this.#verifiedTo - depth
    const from = last > this.#start ? last : this.#start
    const read: RawLog[] = []
    if (from <= head) {
      const { address, topics } = this.#query.filter
      const query: LogQuery = { address, topics, fromBlock: from, toBlock: head }
      for await (const event of scan(this.#client, query, { signal })) {
        if (event.type === 'failed') throw event.error
        if (event.type === 'logs') read.push(...event.logs)
      }
    }
    this.#verifiedTo = head
    const kept = this.#state.logs.filter(({ blockNumber }) => blockNumber < from || blockNumber > head)
    this.#set({ logs: [...kept, ...read].sort(compareLogs) })
  }

  /** Takes in what a filter reported: new logs, and old ones taken back. */
  #apply(changes: readonly unknown[]): void {
    if (changes.length === 0) return
    const logs = new Map(this.#state.logs.map((log) => [logId(log), log]))
    const start = this.#start ?? 0n
    for (const change of changes) {
      const log = parseRpcLog(change)
      if (!log || log.blockNumber < start || !matchesFilter(this.#query.filter, log)) continue
      if (log.removed) logs.delete(logId(log))
      else if (!logs.has(logId(log))) logs.set(logId(log), log)
    }
    this.#set({ logs: [...logs.values()].sort(compareLogs) })
  }

  #set(change: Partial<LogFilterState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

function isUnsupported(error: unknown): boolean {
  return error instanceof NodeError && error.kind === 'unavailable'
}

function malformed(endpoint: string): NodeError {
  return new NodeError(`${endpoint} answered a filter call with something that is no answer to it.`, {
    kind: 'malformed',
    method: 'eth_getFilterChanges',
    endpoint,
    advice: 'A new filter is made; use another endpoint if this goes on.',
  })
}

/** Waits, but no longer than until the signal fires. */
function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal.addEventListener('abort', done)
  })
}
