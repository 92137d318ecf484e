import { CancelledError, skipToken, type QueryClient } from '@tanstack/react-query'
import type { AbiEvent } from 'viem'
import type { EventNameOf, EventsOf, MaybeAbi, MaybeFilters } from '../logs/filter/EventLog.ts'
import { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import { onAbort } from '../rpc/onAbort.ts'
import { logsQueryOptions, type LogsQueryParameters } from './logs.ts'
import type { LogsConfig } from './LogsConfig.ts'
import { logsObserverOf } from './logsObserverOf.ts'

export interface PrefetchLogsOptions {
  /** Stops reading once there are this many logs. Those that arrive together stay, so there may be more. @default no cap */
  readonly maxLogs?: number | undefined
  /** Stops reading after this many milliseconds. @default no cap */
  readonly timeout?: number | undefined
  /** Stops reading when it fires. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Prefetches logs (`eth_getLogs`) on a server or in a loader, with limits on time and number. The result can be
 * dehydrated: `useLogs` with the same parameters shows it at once, with its coverage, and reads the remaining blocks
 * in the page. Never rejects: the query has the error, as with react-query's `prefetchQuery`.
 *
 * @example
 * await prefetchLogs(queryClient, config, { address: token, event: transfer, order: 'desc' }, { maxLogs: 500, timeout: 1_000 })
 */
export async function prefetchLogs<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  queryClient: QueryClient,
  config: LogsConfig,
  parameters: LogsQueryParameters<event, events, strict, abi, eventName, filters>,
  { maxLogs = Number.POSITIVE_INFINITY, timeout, signal }: PrefetchLogsOptions = {},
): Promise<void> {
  if (signal?.aborted) return
  const options = logsQueryOptions(config, parameters as never)
  const { queryKey } = options
  // A parameter is not known yet.
  if ((options.queryFn as unknown) === skipToken) return
  const observer = logsObserverOf(queryClient, queryKey)
  const stops = [
    observer.subscribe(() => {
      const { snapshot } = observer.getSnapshot()
      if (snapshot && !snapshot.isComplete && snapshot.count >= maxLogs) observer.cancel()
    }),
    onAbort(signal, observer.cancel),
  ]
  const timer = timeout === undefined ? undefined : setTimeout(observer.cancel, timeout)
  await queryClient.prefetchQuery(options)
  clearTimeout(timer)
  stops.forEach((stop) => stop())
  const state = queryClient.getQueryState(queryKey)
  if (!state?.data || !(state.error instanceof CancelledError)) return
  // What was read so far is the result, as JSON on a server, which cannot serialize snapshots.
  const { data, dataUpdatedAt: updatedAt } = state
  const needsJson = typeof window === 'undefined' && data instanceof LogsSnapshot
  queryClient.setQueryData(queryKey, needsJson ? data.toJSON() : data, { updatedAt })
}
