import type { LogSelection } from '../logs/columns/LogSelection.ts'
import type { EventLog } from '../logs/filter/EventLog.ts'
import { createMultichainList, type MultichainList } from '../logs/list/createMultichainList.ts'
import { createPackedLogList } from '../logs/list/createPackedLogList.ts'
import type { LogList } from '../logs/list/LogList.ts'
import type { LogRow } from '../logs/Log.ts'
import type { LogsObserver, LogsQueryState } from '../query/LogsObserver.ts'
import type { ResolvedParameters } from '../query/resolveParameters.ts'
import type { Decoding } from './useDecoding.ts'
import type { UseLogsReturnType } from './useLogs.ts'

/** The logs of one chain: the result of `useLogs`, with its network. */
export type ChainLogs<row = EventLog> = UseLogsReturnType<row> & {
  readonly chainId: number
  /** The name of the network. */
  readonly name: string
  /** Base of the URLs of the network's block explorer. */
  readonly explorerUrl: string | undefined
}

/** An error of one chain. */
export interface ChainError {
  readonly chainId: number
  readonly error: Error
}

/** Returns a function that returns its previous list when a new one has the same items. */
function createStableList<item>(): (list: readonly item[]) => readonly item[] {
  let last: readonly item[] = []
  return (list) => {
    const isSame = list.length === last.length && list.every((one, at) => one === last[at])
    return isSame ? last : (last = list)
  }
}

/** Memoizes values of several chains between renders. Hooks cannot do that, because the number of chains may change. */
export class ChainsMemo {
  readonly observers = createStableList<LogsObserver>()
  readonly enabled = createStableList<LogsObserver>()
  readonly ids = createStableList<number>()
  readonly queries = createStableList<ResolvedParameters['query'] | undefined>()
  readonly #toParts = createStableList<unknown>()
  readonly #decoded = new WeakMap<
    readonly LogSelection[],
    Decoding & { order: string; list: LogList<LogRow> }
  >()
  #merged: { readonly parts: readonly unknown[]; readonly list: MultichainList } | undefined
  #store: (ReturnType<typeof statesOf> & { readonly observers: readonly LogsObserver[] }) | undefined

  /** The states of several observers as one store. */
  store(observers: readonly LogsObserver[]) {
    if (this.#store?.observers !== observers) this.#store = { observers, ...statesOf(observers) }
    return this.#store
  }

  /** The packed logs of a chain as a list. The same logs and decoder give the same list. */
  toList(selections: readonly LogSelection[], order: 'asc' | 'desc', { decoder, unknown }: Decoding) {
    const known = this.#decoded.get(selections)
    if (known?.decoder === decoder && known.unknown === unknown && known.order === order) return known.list
    const list = createPackedLogList<LogRow>({ segments: selections, order, decoder, unknown })
    this.#decoded.set(selections, { decoder, unknown, order, list })
    return list
  }

  /** The logs of several chains as one list. The same lists give the same one. */
  merge<row>(chains: readonly ChainLogs<row>[], order: 'asc' | 'desc'): MultichainList {
    const known = chains.flatMap(({ chainId, data }) =>
      data ? [{ chainId, list: data as LogList<unknown> as LogList<LogRow> }] : [],
    )
    const parts = this.#toParts([order, ...known.flatMap(({ chainId, list }) => [chainId, list])])
    if (this.#merged?.parts !== parts) this.#merged = { parts, list: createMultichainList(known, order) }
    return this.#merged.list
  }
}

/** A store of the states of several observers, for `useSyncExternalStore`. */
function statesOf(observers: readonly LogsObserver[]) {
  const toStable = createStableList<LogsQueryState>()
  return {
    subscribe(listener: () => void) {
      const stops = observers.map((observer) => observer.subscribe(listener))
      return () => stops.forEach((stop) => stop())
    },
    getSnapshot: () => toStable(observers.map((observer) => observer.getSnapshot())),
  }
}

/** The state of several chains as a whole. One that fails does not hide the others. */
export function combineChains<row>(chains: readonly ChainLogs<row>[], hasLogs: boolean) {
  const isOver = (chain: ChainLogs<row>) => chain.data !== undefined || (chain.isError && !chain.isFetching)
  const isSuccess = hasLogs || (chains.every(isOver) && chains.some(({ data }) => data !== undefined))
  const isError = !isSuccess && chains.length > 0 && chains.every((chain) => chain.isError)
  const isFetching = chains.some((chain) => chain.isFetching)
  const call = (method: 'cancel' | 'pause' | 'resume' | 'retry') => () =>
    chains.forEach((chain) => chain[method]())
  const statusWithoutLogs = isError ? 'error' : 'pending'
  const restingStatus = chains.some(({ fetchStatus }) => fetchStatus === 'paused') ? 'paused' : 'idle'
  return {
    status: isSuccess ? 'success' : statusWithoutLogs,
    isPending: !isSuccess && !isError,
    isError,
    isSuccess,
    error: isError ? (chains[0]?.error ?? null) : null,
    errors: chains.flatMap(errorsOf),
    isFetching,
    fetchStatus: isFetching ? 'fetching' : restingStatus,
    isComplete: chains.length > 0 && chains.every(({ isComplete }) => isComplete),
    isEmpty: chains.length > 0 && chains.every(({ isEmpty }) => isEmpty),
    progress: chains.some(({ progress }) => progress)
      ? { fraction: chains.reduce((sum, { progress }) => sum + (progress?.fraction ?? 0), 0) / chains.length }
      : undefined,
    isScanPaused: chains.length > 0 && chains.every(({ isScanPaused }) => isScanPaused),
    cancel: call('cancel'),
    pause: call('pause'),
    resume: call('resume'),
    retry: call('retry'),
  } as const
}

/** Why a chain, or blocks of it, could not be read. */
function errorsOf<row>({ chainId, data, error, errors, live }: ChainLogs<row>): readonly ChainError[] {
  // While live, a failed first read is retried, and is not yet an error of the query.
  const whole = error ?? (data ? undefined : live?.error)
  return (whole ? [whole] : errors.map((one) => one.error)).map((one) => ({ chainId, error: one }))
}
