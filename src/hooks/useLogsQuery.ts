'use client'
import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { AbiEvent } from 'viem'
import { isParsed, type ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import type { FollowChange } from '../logs/follow/FollowState.ts'
import { reportLogs, toRowsChange } from '../logs/follow/toRowsChange.ts'
import type { LogList } from '../logs/list/LogList.ts'
import type { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import { logsQueryOptions } from '../query/logs.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import type { LogsObserver, LogsQueryState } from '../query/LogsObserver.ts'
import { logsObserverOf } from '../query/logsObserverOf.ts'
import { alwaysStale, wasInterrupted, type LogsQueryData } from '../query/LogsQueryEntry.ts'
import { overrideOptions, type QueryParameter } from '../query/QueryParameter.ts'
import { resolveParameters, type ResolvedParameters } from '../query/resolveParameters.ts'
import { useFirstQueryClient } from '../react/useFirstQueryClient.ts'
import { useLatest } from '../react/useLatest.ts'
import { statusOf, toLogsFields, type LogsFields } from './LogsFields.ts'
import { useDecoding, type ToLogList } from './useDecoding.ts'
import { useChain } from './useNetwork.ts'

export interface LogsCallbacks<row> {
  /**
   * Called with new logs while live, oldest first: each log once, without history. Removed ones are in
   * `change.removed`. After a `change` of type `'reset'`, forget all earlier logs of `change.range`: `logs` has those
   * that remain.
   */
  onLogs?: ((logs: readonly row[], change: FollowChange<row>) => void) | undefined
  /** Called when a reorg removed logs, with the logs that replaced them. */
  onReorg?: ((change: FollowChange) => void) | undefined
}

/** Parameters shared by all hooks that return logs, besides the query. */
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

/**
 * react-query's result, narrowed by its flags. `data` is derived from the cached data; `refetch` resolves to the
 * cached data.
 */
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

/** Reads a query, and follows it while it is live: the common part of all hooks that return logs. */
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
  /** The snapshot of `list`: another one than `snapshot` while `placeholderData` is shown. */
  readonly shown: LogsSnapshot | undefined
  /** `undefined` until there is a log or certainly none, unless there is `placeholderData`. */
  readonly list: LogList<row> | undefined
  readonly fields: LogsFields
} {
  const { query: overrides, onLogs, onReorg, ...rest } = parameters
  const { live = false, pollingInterval, knownEvents } = rest
  const { resolve, toOptions, isPaged = false } = kind
  const { config, chainId } = useChain(parameters)
  const onChain = { ...rest, chainId }
  const resolved = resolve(config, onChain)
  const { query: parsed } = resolved
  const options = toOptions(config, onChain as never)
  const queryClient = useFirstQueryClient()
  const isValid = isParsed(parsed)
  const query = useQuery(
    withOverrides(options as UseQueryOptions<LogsQueryData>, live, overrides),
    queryClient,
  )
  const source = isValid ? { config, chainId, query: parsed, isPaged } : { config, chainId }
  const observer = logsObserverOf(queryClient, options.queryKey, source)
  const state = useSyncExternalStore(observer.subscribe, observer.getSnapshot, observer.getSnapshot)
  const { snapshot } = state

  const enabled = isEnabled(overrides, observer)
  useEffect(() => {
    if (enabled) observer.configChanged(config)
  }, [observer, config, enabled])
  useFollow(live && enabled && isValid ? parsed : undefined, {
    observer,
    config,
    chainId,
    isPaged,
    pollingInterval,
    onLogs,
    onReorg,
  })

  const toList = useDecoding<row>(isValid ? parsed : undefined, knownEvents)
  const selections = snapshot?.selections
  const order = snapshot?.order
  const all = useMemo(() => selections && order && toList(selections, order), [selections, order, toList])
  const own = all && (all.length > 0 || snapshot?.isComplete) ? all : undefined
  const placeholder = own || !query.isPlaceholderData ? undefined : observer.placeholder(query.data)
  const placeholderOrder = isValid ? parsed.order : 'asc'
  const list = useMemo(
    () => own ?? (placeholder && toList(placeholder.selections, placeholderOrder)),
    [own, placeholder, toList, placeholderOrder],
  )
  return {
    query: { ...query, ...statusOf(query, list !== undefined, observer) } as UseQueryResult<LogsQueryData>,
    resolved,
    observer,
    state,
    snapshot,
    toList,
    shown: placeholder ?? snapshot,
    list,
    fields: toLogsFields(parsed, observer, state, list),
  }
}

interface FollowParameters<row> extends LogsCallbacks<row> {
  readonly observer: LogsObserver
  readonly config: LogsConfig
  readonly chainId: number
  readonly isPaged: boolean
  readonly pollingInterval: number | undefined
}

/** Follows a query, if one is given. */
function useFollow<row>(query: ParsedLogQuery | undefined, parameters: FollowParameters<row>): void {
  const { observer, config, chainId, isPaged, pollingInterval, onLogs, onReorg } = parameters
  const latest = useLatest({ onLogs, onReorg })
  useEffect(() => {
    if (!query) return undefined
    const onChange = (change: FollowChange) => {
      const callbacks = latest.current
      if (change.reorg) callbacks.onReorg?.(change)
      if (callbacks.onLogs) reportLogs(toRowsChange(query, change) as FollowChange<never>, callbacks.onLogs)
    }
    return observer.follow({ config, chainId, query, isPaged, pollingInterval, onChange })
  }, [observer, config, chainId, query, isPaged, pollingInterval, latest])
}

/** A `placeholderData` that overrides the app's default. */
export const noPlaceholder = (): undefined => undefined

/** Whether `query.enabled` allows reading. A function is called at each render. */
export function isEnabled(
  overrides: AnyLogsHookParameters<unknown>['query'],
  { query }: LogsObserver,
): boolean {
  const { enabled = true } = overrides ?? {}
  return typeof enabled === 'function' ? query !== undefined && enabled(query as never) : enabled
}

/**
 * The options of a hook's query. Live data never becomes stale, because it is followed; data of an interrupted read always is,
 * because the rest of it is missing.
 */
export function withOverrides(
  options: UseQueryOptions<LogsQueryData>,
  live: boolean,
  overrides: AnyLogsHookParameters<unknown>['query'],
): UseQueryOptions<LogsQueryData> {
  const { staleTime = live ? Number.POSITIVE_INFINITY : options.staleTime } = overrides ?? {}
  return {
    ...overrideOptions(options, overrides),
    staleTime: (query) => {
      if (wasInterrupted(query)) return alwaysStale
      return (typeof staleTime === 'function' ? staleTime(query) : staleTime) ?? 0
    },
  }
}
