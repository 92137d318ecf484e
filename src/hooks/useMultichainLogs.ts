'use client'
import { useQueries, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { AbiEvent } from 'viem'
import type {
  EventLog,
  EventNameOf,
  EventsOf,
  MaybeAbi,
  MaybeFilters,
  QueryLog,
} from '../logs/filter/EventLog.ts'
import { isParsed } from '../logs/filter/ParsedLogQuery.ts'
import type { FollowChange } from '../logs/follow/FollowState.ts'
import { reportLogs, toRowsChange } from '../logs/follow/toRowsChange.ts'
import { createMultichainList, type MultichainOrder } from '../logs/list/createMultichainList.ts'
import type { LogList } from '../logs/list/LogList.ts'
import { withChainId, type ChainRow } from '../logs/list/LogRows.ts'
import type { LogRow } from '../logs/Log.ts'
import { logsQueryOptions } from '../query/logs.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import type { LogsObserver } from '../query/LogsObserver.ts'
import { logsObserverOf } from '../query/logsObserverOf.ts'
import type { LogsQueryData } from '../query/LogsQueryEntry.ts'
import type { QueryParameter } from '../query/QueryParameter.ts'
import { resolveParameters, type ResolvedParameters } from '../query/resolveParameters.ts'
import { useFirstQueryClient } from '../react/useFirstQueryClient.ts'
import { useLatest } from '../react/useLatest.ts'
import { ChainsMemo, combineChains, type ChainError, type ChainLogs } from './combineChains.ts'
import { statusOf, toLogsFields } from './LogsFields.ts'
import { splitByChain, type MultichainLogsParameters } from './multichainLogs.ts'
import { decodingOf } from './useDecoding.ts'
import { useLogsConfig } from './useLogsConfig.ts'
import { isEnabled, withOverrides } from './useLogsQuery.ts'

export type UseMultichainLogsParameters<
  event extends AbiEvent | undefined = undefined,
  events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = MultichainLogsParameters<event, events, strict, abi, eventName, filters> &
  QueryParameter<LogsQueryData> & {
    /** @default the provider's */
    config?: LogsConfig | undefined
    /** More events to decode with when none of the query's events fits. Their rows have `decoded.source: 'known'`. */
    knownEvents?: readonly AbiEvent[] | undefined
    /** As `onLogs` of `useLogs`, with the chain id of the change, also in each row. */
    onLogs?:
      | ((
          logs: readonly (QueryLog<event, events, strict, abi, eventName, filters> & ChainRow)[],
          change: FollowChange<QueryLog<event, events, strict, abi, eventName, filters> & ChainRow>,
          chainId: number,
        ) => void)
      | undefined
    /** Called when a reorg of a chain removed logs, with the logs that replaced them. */
    onReorg?: ((change: FollowChange, chainId: number) => void) | undefined
  }

export interface UseMultichainLogsReturnType<row = EventLog> {
  /**
   * The logs of all chains so far as one list, with the `chainId` of each. `undefined` until a chain has a log or all
   * chains certainly have none.
   */
  readonly data: LogList<row & ChainRow> | undefined
  /** The result of each chain, in the order of `chainIds`: its status, coverage, live status and controls. */
  readonly chains: readonly ChainLogs<row>[]
  /**
   * `time` if every log has a timestamp, else `chain`: one chain after the other, because their block numbers are not
   * comparable.
   */
  readonly sortedBy: MultichainOrder
  /** The order of the query. */
  readonly order: 'asc' | 'desc'
  /** `error` only when no chain could be read. Errors of single chains are in `errors`. */
  readonly status: 'pending' | 'error' | 'success'
  readonly isPending: boolean
  readonly isError: boolean
  readonly isSuccess: boolean
  /** The first chain's error, when no chain could be read. */
  readonly error: Error | null
  /** What could not be read: whole chains, and blocks of others. */
  readonly errors: readonly ChainError[]
  /** Whether any chain is being read. */
  readonly isFetching: boolean
  /** `paused` while reading waits for the browser to be online. */
  readonly fetchStatus: 'fetching' | 'paused' | 'idle'
  /** Whether nothing is missing on any chain. */
  readonly isComplete: boolean
  /** Whether there are no logs on any chain. */
  readonly isEmpty: boolean
  /** Average progress of all chains. */
  readonly progress: { readonly fraction: number } | undefined
  /** Whether every chain is paused. */
  readonly isScanPaused: boolean
  /** Cancels all scans. Logs read so far stay. */
  readonly cancel: () => void
  /** Pauses scanning and live updates of all chains. */
  readonly pause: () => void
  readonly resume: () => void
  /** Reads the blocks that failed, are missing or may have changed, on all chains that have such blocks. */
  readonly retry: () => void
}

/**
 * Reads the logs of one query on several networks (`eth_getLogs`) as one list, with the chain id of each log. Every
 * chain is read and followed as by `useLogs`, and shares its result.
 *
 * @example
 * const logs = useMultichainLogs({ chainIds: [1, 10], address: { 1: token, 10: token }, event: transfer, order: 'desc' })
 * logs.data?.at(0)?.chainId // number
 */
export function useMultichainLogs<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  parameters: UseMultichainLogsParameters<event, events, strict, abi, eventName, filters> = {} as never,
): UseMultichainLogsReturnType<QueryLog<event, events, strict, abi, eventName, filters>> {
  type Row = QueryLog<event, events, strict, abi, eventName, filters>
  const { config: given, query: overrides, onLogs, onReorg, knownEvents, ...rest } = parameters
  const { live = false, order = 'asc', pollingInterval } = rest
  const config = useLogsConfig(given)
  const queryClient = useFirstQueryClient()
  const perChain = splitByChain(config, rest as MultichainLogsParameters)
  const resolved = perChain.map((one) => resolveParameters(config, one))
  const options = perChain.map((one) => logsQueryOptions(config, one as never))
  const queries = useQueries(
    { queries: options.map((one) => withOverrides(one as UseQueryOptions<LogsQueryData>, live, overrides)) },
    queryClient,
  )

  const [stable] = useState(() => new ChainsMemo())
  const observers = stable.observers(
    options.map(({ queryKey }, at) => {
      const { chainId, query } = resolved[at]!
      const source = isParsed(query) ? { config, chainId, query } : { config, chainId }
      return logsObserverOf(queryClient, queryKey, source)
    }),
  )
  const store = stable.store(observers)
  const states = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot)

  const enabled = stable.enabled(observers.filter((observer) => isEnabled(overrides, observer)))
  useEffect(() => {
    for (const observer of enabled) observer.configChanged(config)
  }, [enabled, config])
  const ids = stable.ids(perChain.map(({ chainId }) => chainId))
  const followed = stable.queries(
    resolved.map(({ query }, at) => (live && enabled.includes(observers[at]!) ? query : undefined)),
  )
  useFollowChains(followed, {
    observers,
    ids,
    config,
    pollingInterval,
    ...({ onLogs, onReorg } as Pick<FollowChainsOptions, 'onLogs' | 'onReorg'>),
  })

  const chains = queries.map((query, at) => {
    const { query: parsed, chainId } = resolved[at]!
    const state = states[at]!
    const { snapshot } = state
    const decoding = decodingOf(isParsed(parsed) ? parsed : undefined, knownEvents)
    const all = snapshot && stable.toList(snapshot.selections, order, decoding)
    const own = all && (all.length > 0 || snapshot.isComplete) ? all : undefined
    const placeholder = own || !query.isPlaceholderData ? undefined : observers[at]!.placeholder(query.data)
    const list = own ?? (placeholder && stable.toList(placeholder.selections, order, decoding))
    return {
      ...query,
      ...statusOf(query, list !== undefined, observers[at]!),
      data: list,
      ...toLogsFields(parsed, observers[at]!, state, list),
      chainId,
      ...describeNetwork(config, chainId),
    } as unknown as ChainLogs<Row>
  })
  const list = stable.merge(chains, order)
  const combined = combineChains(chains, list.length > 0)
  return {
    ...combined,
    data: combined.isSuccess ? list : undefined,
    chains,
    sortedBy: list.sortedBy,
    order,
  } as UseMultichainLogsReturnType<unknown> as UseMultichainLogsReturnType<Row>
}

interface FollowChainsOptions extends Pick<
  UseMultichainLogsParameters,
  'onLogs' | 'onReorg' | 'pollingInterval'
> {
  readonly config: LogsConfig
  /** One per chain, as are the chain ids. */
  readonly observers: readonly LogsObserver[]
  readonly ids: readonly number[]
}

/** Follows the given queries, one per chain; `undefined` for a chain that is not followed. */
function useFollowChains(
  queries: readonly (ResolvedParameters['query'] | undefined)[],
  { config, observers, ids, pollingInterval, onLogs, onReorg }: FollowChainsOptions,
): void {
  const latest = useLatest({ onLogs, onReorg })
  useEffect(() => {
    const stops = queries.map((query, at) => {
      if (!query || !isParsed(query)) return undefined
      const chainId = ids[at]!
      const onChange = (change: FollowChange) => {
        const callbacks = latest.current
        if (change.reorg) callbacks.onReorg?.(change, chainId)
        const report = callbacks.onLogs
        if (!report) return
        reportLogs(changeOnChain(toRowsChange(query, change), chainId), (logs, rows) =>
          report(logs as never, rows as never, chainId),
        )
      }
      return observers[at]?.follow({ config, chainId, query, pollingInterval, onChange })
    })
    return () => stops.forEach((stop) => stop?.())
  }, [observers, queries, ids, config, pollingInterval, latest])
}

/** The name of a network and its block explorer. A network that is not configured is named by its chain id. */
function describeNetwork({ networks }: LogsConfig, chainId: number) {
  const network = networks.find(({ id }) => id === chainId)
  return { name: network?.name ?? String(chainId), explorerUrl: network?.blockExplorers?.default.url }
}

/** A change with the chain id in each row. */
function changeOnChain(change: FollowChange<LogRow>, chainId: number): FollowChange<LogRow & ChainRow> {
  const mark = (rows: readonly LogRow[]) => rows.map((row) => withChainId(row, chainId))
  const logs = createMultichainList([{ chainId, list: change.logs }], 'asc')
  return change.type === 'reset'
    ? { ...change, logs, current: mark(change.current) }
    : { ...change, logs, added: mark(change.added), removed: mark(change.removed) }
}
