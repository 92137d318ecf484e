'use client'
import { useEffect, useMemo } from 'react'
import type { AbiEvent, Hex } from 'viem'
import { QueryNotReadyError } from '../errors/InvalidQueryError.ts'
import type {
  EventLog,
  EventNameOf,
  EventParameters,
  EventsOf,
  MaybeAbi,
  MaybeFilters,
  QueryLog,
} from '../logs/filter/EventLog.ts'
import { isParsed } from '../logs/filter/ParsedLogQuery.ts'
import type { RelativeBlock } from '../logs/filter/relativeBlock.ts'
import { idleLogFilter, type LogFilterStatus } from '../logs/follow/filter/LogFilterState.ts'
import type { FollowChange } from '../logs/follow/FollowState.ts'
import type { LogList } from '../logs/list/LogList.ts'
import { getLogFilter } from '../query/logFilter.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import { resolveParameters } from '../query/resolveParameters.ts'
import { useLatest } from '../react/useLatest.ts'
import { useDecoding } from './useDecoding.ts'
import { useChain } from './useNetwork.ts'
import { useStatus } from './useStatus.ts'

export type UseLogFilterParameters<
  event extends AbiEvent | undefined = undefined,
  events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = EventParameters<event, events, strict, abi, eventName, filters> & {
  /** First block, inclusive. Blocks before the filter are read with `eth_getLogs`. @default the next block */
  fromBlock?: bigint | RelativeBlock | undefined
  /**
   * Minimum milliseconds between two polls. Polling slows down when the daily budget would not last. With another interval, a new
   * filter begins, without the logs so far.
   * @default 4_000
   */
  pollingInterval?: number | undefined
  /** `query: { enabled: false }` sends nothing and uninstalls the filter. Other options of react-query do not apply. */
  query?: { readonly enabled?: boolean | undefined } | undefined
  /** Called when a reorg removed logs, with the logs that replaced them. */
  onReorg?: ((change: FollowChange) => void) | undefined
  /** Chain id. @default the current network's */
  chainId?: number | undefined
  /** @default the provider's */
  config?: LogsConfig | undefined
}

export interface UseLogFilterReturnType<row = EventLog> {
  /** All matching logs so far, oldest first. */
  readonly data: LogList<row>
  readonly status: LogFilterStatus | 'error'
  /** The node's id of the filter, while there is one. */
  readonly filterId: Hex | undefined
  /** The endpoint that has the filter. */
  readonly endpoint: string | undefined
  /** The newest block checked for logs. */
  readonly head: bigint | undefined
  /** When the logs were last known to be complete up to `head`, in milliseconds since the epoch. */
  readonly lastUpdated: number | undefined
  /** The last change that removed logs, with the logs that replaced them. */
  readonly reorg: FollowChange | undefined
  /** Uninstalls the filter, for all components that share it, and sends no request until `resume` is called. */
  readonly pause: () => void
  readonly resume: () => void
  readonly isPaused: boolean
  /** Parameters that are `undefined`, so not known yet. No request is sent until they are. */
  readonly notReady: readonly string[] | undefined
  /** What is wrong with the parameters (`status` is `'error'`), or why the last attempt failed, which is retried. */
  readonly error: Error | undefined
}

/**
 * An explicit node-side filter (`eth_newFilter`, `eth_getFilterChanges`, `eth_uninstallFilter`): polled on the
 * endpoint that created it, recreated after any error, and uninstalled when the last component that uses it unmounts.
 * The filter only signals changes: the logs are read with `eth_getLogs`.
 *
 * @example
 * const { data, status } = useLogFilter({ address: token, event: transfer })
 */
export function useLogFilter<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  parameters: UseLogFilterParameters<event, events, strict, abi, eventName, filters> = {} as never,
): UseLogFilterReturnType<QueryLog<event, events, strict, abi, eventName, filters>> {
  const { query: { enabled = true } = {}, onReorg, ...rest } = parameters
  const { pollingInterval } = rest
  const { config, chainId } = useChain(parameters)
  const { query } = resolveParameters(config, { ...rest, chainId, live: true })
  const isValid = isParsed(query)
  const notReady = query instanceof QueryNotReadyError ? query.notReady : undefined
  const invalid = isValid || notReady ? undefined : query
  const active = isValid && enabled ? getLogFilter(config, chainId, query, { pollingInterval }) : undefined
  const state = useStatus(
    active && { subscribe: active.subscribe, getStatus: active.getState },
    idleLogFilter,
  )
  const latest = useLatest(onReorg)
  useEffect(() => active?.onChange((change) => change.reorg && latest.current?.(change)), [active, latest])
  const toList = useDecoding<QueryLog<event, events, strict, abi, eventName, filters>>(
    isValid ? query : undefined,
  )
  const { status, filterId, endpoint, selections, head, lastUpdated, reorg, error } = state
  const data = useMemo(() => toList(selections, 'asc'), [toList, selections])
  return {
    data,
    status: isValid || notReady ? status : 'error',
    notReady,
    filterId,
    endpoint,
    head,
    lastUpdated,
    reorg,
    pause: active?.pause ?? doNothing,
    resume: active?.resume ?? doNothing,
    isPaused: status === 'paused',
    error: isValid ? error : invalid,
  }
}

const doNothing = () => {}
