'use client'
import { CancelledError, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { AbiEvent } from 'viem'
import { QueryNotReadyError } from '../errors/InvalidQueryError.ts'
import type { BlockInterval, Coverage, FailedInterval } from '../logs/Coverage.ts'
import type { FollowChange, FollowState } from '../logs/follow/FollowState.ts'
import { isParsed } from '../logs/filter/ParsedLogQuery.ts'
import { reportLogs, toRowsChange } from '../logs/follow/toRowsChange.ts'
import type { LogList } from '../logs/list/LogList.ts'
import type { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import type { ScanProgress } from '../logs/snapshot/SnapshotView.ts'
import { logsQueryOptions } from '../query/logs.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import { LogsObserver, wasInterrupted } from '../query/LogsObserver.ts'
import type { LogsQueryData, LogsQueryState } from '../query/LogsObserver.ts'
import type { QueryParameter } from '../query/QueryParameter.ts'
import { resolveParameters } from '../query/resolveParameters.ts'
import type { ResolvedParameters } from '../query/resolveParameters.ts'
import { useDecoding } from './useDecoding.ts'
import type { ToLogList } from './useDecoding.ts'
import { useLogsConfig } from './useLogsConfig.ts'
import { useNetwork } from './useNetwork.ts'

export interface LogsFields {
  /**
   * Whether nothing is missing: all requested blocks are verified, or `limit` is reached without a gap. Live: as of the
   * last published head.
   */
  readonly isComplete: boolean
  /** Whether there are no logs: complete, none, and none left out because it does not fit its event (`data.undecodable`). */
  readonly isEmpty: boolean
  /** The parameters that are `undefined`, so not known yet: nothing is sent until they are. */
  readonly notReady: readonly string[] | undefined
  /** The order of the query. */
  readonly order: 'asc' | 'desc'
  /** Where `data` is complete, what `limit` leaves out, what is still being read, and what could not be. */
  readonly coverage: Coverage | undefined
  /** The failed intervals of `coverage`. */
  readonly errors: readonly FailedInterval[]
  /** How far the reading has come. It only rises, until it is read again. */
  readonly progress: ScanProgress | undefined
  /** Logs left out because they were malformed or did not match the query. `useNetworkStatus` has the count of each endpoint. */
  readonly rejected: number
  /** The newest block that a node showed: when the scan began or, live, until now. */
  readonly head: bigint | undefined
  /** Live status: whether it is up to date, how new blocks arrive, when it last caught up. */
  readonly live: FollowState | undefined
  /** The last change that removed logs, while live. */
  readonly reorg: FollowChange | undefined
  /** Ends the scan. Logs that were read stay. */
  readonly cancel: () => void
  /** Pauses scanning and live updates. Requests in flight finish. */
  readonly pause: () => void
  readonly resume: () => void
  /**
   * Lets scans of these logs exceed the daily budget. Other requests stay within it, unlike with `ignoreBudget()` of
   * `useNetworkStatus`.
   */
  readonly ignoreBudget: () => void
  /** Whether the scan of these logs may exceed the day's budget: `ignoreBudget()` was called, by any component that shows them. */
  readonly ignoresBudget: boolean
  /** Whether the scan is paused, by any component that shows the same logs. */
  readonly isScanPaused: boolean
  /**
   * Reads blocks that failed, are missing or may have changed. Final blocks are not read again, and all rows stay in place
   * meanwhile.
   */
  readonly retry: () => void
  /** Reads some blocks again, such as one of `errors`, and nothing else. While a scan runs, it does nothing. */
  readonly retryRange: (range: BlockInterval) => void
}

export interface LogsCallbacks<row> {
  /**
   * Called with logs that are new while live, oldest first: each once, without those of history. Removed ones are in
   * `change.removed`. After a `change` of type `'reset'`, forget all earlier logs of `change.range`: `logs` are those that
   * are left.
   */
  onLogs?: ((logs: readonly row[], change: FollowChange<row>) => void) | undefined
  /** Called when a reorg removed logs, with the logs that replaced them. */
  onReorg?: ((change: FollowChange) => void) | undefined
}

/** The parameters of all hooks that return logs, besides their query. */
export interface LogsHookParameters<row> extends LogsCallbacks<row> {
  /** @default the provider's */
  config?: LogsConfig | undefined
  /** More events to decode with when none of the query's events fits. Their rows have `decoded.source: 'known'`. */
  knownEvents?: readonly AbiEvent[] | undefined
}

/** As {@link LogsHookParameters}, with a query of any type. */
export interface AnyLogsHookParameters<row> extends LogsHookParameters<row>, QueryParameter<LogsQueryData> {
  readonly chainId?: number | undefined
  readonly live?: boolean | undefined
  readonly pollingInterval?: number | undefined
}

/** The result of react-query, narrowed by its flags, with `data` made from the cached data that `refetch` resolves to. */
export type LogsQueryResult<data> = WithoutRefetch<UseQueryResult<data>> &
  Pick<UseQueryResult<LogsQueryData>, 'refetch'> &
  LogsFields

type WithoutRefetch<result> = result extends unknown ? Omit<result, 'refetch'> : never

/** How a hook reads its parameters. */
export interface LogsQueryKind {
  readonly resolve: (config: LogsConfig, parameters: object) => ResolvedParameters
  readonly toOptions: (config: LogsConfig, parameters: never) => { readonly queryKey: readonly unknown[] }
  readonly isPaged?: boolean | undefined
}

export const plainLogs: LogsQueryKind = { resolve: resolveParameters, toOptions: logsQueryOptions }

/** Reads a query of logs, and follows it while it is live: the common part of all hooks that return logs. */
export function useLogsQuery<row>(
  parameters: AnyLogsHookParameters<row>,
  kind: LogsQueryKind,
): {
  /** The result of react-query, with a status that fits `list`. */
  readonly query: UseQueryResult<LogsQueryData>
  readonly resolved: ResolvedParameters
  readonly observer: LogsObserver
  readonly state: LogsQueryState
  readonly snapshot: LogsSnapshot | undefined
  readonly toList: ToLogList<row>
  /** `undefined` until there is a log, or it is known that there is none. */
  readonly list: LogList<row> | undefined
  readonly fields: LogsFields
} {
  const { config: given, query: overrides, onLogs, onReorg, ...rest } = parameters
  const { live = false, pollingInterval, knownEvents } = rest
  const { resolve, toOptions, isPaged = false } = kind
  const config = useLogsConfig(given)
  const { network } = useNetwork({ config })
  const onChain = { ...rest, chainId: rest.chainId ?? network.id }
  const resolved = resolve(config, onChain)
  const { chainId, query: parsed } = resolved
  const options = toOptions(config, onChain as never)
  const queryClient = useQueryClient()
  const isValid = isParsed(parsed)
  const query = useQuery({
    ...options,
    // What is followed needs no reading again.
    ...(live && { staleTime: followedStaleTime }),
    ...overrides,
  } as UseQueryOptions<LogsQueryData>)
  const observer = LogsObserver.of(queryClient, options.queryKey)
  const state = useSyncExternalStore(observer.subscribe, observer.getSnapshot, observer.getSnapshot)
  const { snapshot, follow } = state

  const latest = useRef({ onLogs, onReorg })
  useEffect(() => {
    latest.current = { onLogs, onReorg }
  })
  const followed = live && overrides?.enabled !== false && isValid && parsed
  useEffect(() => {
    if (!followed) return undefined
    const onChange = (change: FollowChange) => {
      const callbacks = latest.current
      if (change.reorg) callbacks.onReorg?.(change)
      if (callbacks.onLogs)
        reportLogs(toRowsChange(followed, change) as FollowChange<never>, callbacks.onLogs)
    }
    return observer.follow({ config, chainId, query: followed, isPaged, pollingInterval, onChange })
  }, [observer, config, chainId, followed, isPaged, pollingInterval])

  const toList = useDecoding<row>(isValid ? parsed : undefined, knownEvents)
  const selections = snapshot?.selections
  const order = snapshot?.order
  const all = useMemo(() => selections && order && toList(selections, order), [selections, order, toList])
  const isComplete = snapshot?.isComplete ?? false
  const list = all && (all.length > 0 || isComplete) ? all : undefined
  return {
    query: { ...query, ...statusOf(query, list !== undefined) } as UseQueryResult<LogsQueryData>,
    resolved,
    observer,
    state,
    snapshot,
    toList,
    list,
    fields: {
      isComplete,
      isEmpty: isComplete && list?.length === 0 && list.undecodable === 0,
      order: isValid ? parsed.order : 'asc',
      notReady: parsed instanceof QueryNotReadyError ? parsed.notReady : undefined,
      coverage: snapshot?.coverage,
      errors: snapshot?.coverage.failed ?? none,
      progress: snapshot?.requested && snapshot.progress,
      rejected: snapshot?.rejected ?? 0,
      head: follow?.head ?? snapshot?.head,
      live: follow,
      reorg: state.reorg,
      cancel: observer.cancel,
      pause: observer.control.pause,
      resume: observer.control.resume,
      ignoreBudget: observer.control.ignoreBudget,
      ignoresBudget: state.ignoresBudget,
      isScanPaused: state.isScanPaused,
      retry: observer.retry,
      retryRange: observer.retryRange,
    },
  }
}

const followedStaleTime = (query: Parameters<typeof wasInterrupted>[0]) =>
  wasInterrupted(query) ? 0 : Number.POSITIVE_INFINITY

const none: readonly FailedInterval[] = []

/** react-query's status, except that it stays pending until there is a log or none is certain, and a cancelled scan is no error. */
function statusOf(query: UseQueryResult<LogsQueryData>, isKnown: boolean) {
  const isError = query.isError && !(query.error instanceof CancelledError)
  const isPending = !isError && !isKnown
  return {
    error: isError ? query.error : null,
    status: isError ? ('error' as const) : isKnown ? ('success' as const) : ('pending' as const),
    isError,
    isLoadingError: isError && !isKnown,
    isRefetchError: isError && isKnown,
    isSuccess: !isError && isKnown,
    isPending,
    isLoading: isPending && query.isFetching,
    isRefetching: !isPending && query.isFetching,
  }
}
