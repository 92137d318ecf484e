'use client'
import { useMemo, useSyncExternalStore } from 'react'
import type { AbiEvent, Hex } from 'viem'
import { InvalidQueryError } from '../errors.ts'
import type { LogFilter, LogFilterState, LogFilterStatus } from '../logs/LogFilter.ts'
import type { LogList } from '../logs/LogList.ts'
import { packLogs } from '../logs/packLogs.ts'
import type { LogsConfig } from '../query/createLogsConfig.ts'
import type { EventLog, EventParameters, EventsOf } from '../query/EventLog.ts'
import { getLogFilter } from '../query/logFilter.ts'
import { toLogQuery } from '../query/toLogQuery.ts'
import { useLogsConfig } from './useLogsConfig.ts'
import { useDecoding } from './useDecoding.ts'
import { useNetwork } from './useNetwork.ts'

export type UseLogFilterParameters<
  event extends AbiEvent | undefined = undefined,
  events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
> = EventParameters<event, events, strict> & {
  /** First block, inclusive: what came before the filter is then read by `eth_getLogs`. @default the next block */
  fromBlock?: bigint | undefined
  /** Milliseconds between two polls. @default 4_000 */
  pollingInterval?: number | undefined
  /** `false` sends nothing, and uninstalls the filter. @default true */
  enabled?: boolean | undefined
  /** Chain id. @default the current network's */
  networkId?: number | undefined
  /** @default the provider's */
  config?: LogsConfig | undefined
}

export interface UseLogFilterReturnType<row = EventLog> {
  /** All matching logs so far, oldest first. */
  readonly data: LogList<row>
  readonly status: LogFilterStatus | 'error'
  /** The node's id of the filter, while there is one. */
  readonly filterId: Hex | undefined
  /** The endpoint on which the filter lives. */
  readonly endpoint: string | undefined
  /** What is wrong with the parameters (`status` is `'error'`), or why the last attempt failed: it is made again. */
  readonly error: Error | undefined
}

/**
 * An explicit node-side filter (`eth_newFilter`, `eth_getFilterChanges`, `eth_uninstallFilter`): polled on the endpoint
 * that made it, made again on any error with the gap filled by `eth_getLogs`, and uninstalled when the last component
 * that uses it goes.
 *
 * @example
 * const { data, status } = useLogFilter({ address: token, event: transfer })
 */
export function useLogFilter<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
>(
  parameters: UseLogFilterParameters<event, events, strict> = {} as never,
): UseLogFilterReturnType<EventLog<event, events, strict>> {
  const { config: given, networkId, pollingInterval, enabled = true, ...rest } = parameters
  const config = useLogsConfig(given)
  const { network } = useNetwork({ config })
  const source = findFilter(config, networkId ?? network.id, rest, pollingInterval)
  const filter = source instanceof InvalidQueryError ? undefined : source
  const active = enabled ? filter : undefined
  const state = useSyncExternalStore(
    active?.subscribe ?? subscribeToNothing,
    active?.getState ?? getIdle,
    getIdle,
  )
  const view = useDecoding<EventLog<event, events, strict>>(rest)
  const data = useMemo(
    () => view([{ segment: packLogs(state.logs), rows: undefined }], 'asc'),
    [view, state.logs],
  )
  const { filterId, endpoint } = state
  if (source instanceof InvalidQueryError) return { data, status: 'error', filterId, endpoint, error: source }
  return { data, status: state.status, filterId, endpoint, error: state.error }
}

function findFilter(
  config: LogsConfig,
  networkId: number,
  parameters: Parameters<typeof toLogQuery>[0],
  pollingInterval: number | undefined,
): LogFilter | InvalidQueryError {
  try {
    return getLogFilter(config, networkId, toLogQuery(parameters), { pollingInterval })
  } catch (error) {
    if (error instanceof InvalidQueryError) return error
    throw error
  }
}

const idle: LogFilterState = {
  status: 'idle',
  filterId: undefined,
  endpoint: undefined,
  logs: [],
  error: undefined,
}
const getIdle = () => idle
const subscribeToNothing = () => () => {}
