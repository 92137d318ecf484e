'use client'
import {
  useQueryClient,
  useQueryErrorResetBoundary,
  type UseSuspenseQueryResult,
} from '@tanstack/react-query'
import { useEffect } from 'react'
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
import type { LogList } from '../logs/list/LogList.ts'
import type { LogsQueryParameters } from '../query/logs.ts'
import type { LogsQueryData } from '../query/LogsQueryEntry.ts'
import type { QueryParameter } from '../query/QueryParameter.ts'
import type { LogsFields } from './LogsFields.ts'
import { noPlaceholder, plainLogs, useLogsQuery, type LogsHookParameters } from './useLogsQuery.ts'

export type UseSuspenseLogsParameters<
  event extends AbiEvent | undefined = undefined,
  events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = LogsQueryParameters<event, events, strict, abi, eventName, filters> &
  LogsHookParameters<QueryLog<event, events, strict, abi, eventName, filters>> & {
    /** Suspends until every block has been read, or only until the first rows arrive. @default 'complete' */
    suspendUntil?: 'complete' | 'first-rows' | undefined
    /** Options of react-query: `staleTime`, `gcTime` and so on. */
    query?:
      | Omit<
          NonNullable<QueryParameter<LogsQueryData>['query']>,
          'enabled' | 'throwOnError' | 'placeholderData'
        >
      | undefined
  }

/** As `UseLogsReturnType`, with `data` that is never `undefined`. */
export type UseSuspenseLogsReturnType<row = EventLog> = Omit<
  UseSuspenseQueryResult<LogList<row>>,
  'refetch'
> &
  Pick<UseSuspenseQueryResult<LogsQueryData>, 'refetch'> &
  LogsFields

/**
 * Reads logs as {@link useLogs} does, with Suspense: the nearest `<Suspense>` shows its fallback until they are read,
 * on a server as well, and the nearest error boundary catches errors.
 *
 * @throws the first {@link UnreadBlocksError} when blocks it waits for cannot be read; {@link InvalidQueryError} when
 * the parameters are invalid, or not known yet.
 *
 * @example
 * const { data } = useSuspenseLogs({ address: token, event: transfer, fromBlock: 1_000_000n })
 * data.length // number
 */
export function useSuspenseLogs<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  parameters: UseSuspenseLogsParameters<event, events, strict, abi, eventName, filters>,
): UseSuspenseLogsReturnType<QueryLog<event, events, strict, abi, eventName, filters>> {
  type Row = QueryLog<event, events, strict, abi, eventName, filters>
  const { suspendUntil = 'complete', ...rest } = parameters
  const boundary = useQueryErrorResetBoundary()
  const defaults = useQueryClient().getDefaultOptions()
  const gcTime = rest.query?.gcTime ?? defaults.queries?.gcTime
  const { query, list, fields, observer, state, toList, resolved } = useLogsQuery<Row>(
    {
      ...rest,
      query: {
        ...rest.query,
        throwOnError: false,
        placeholderData: noPlaceholder,
        // The query has no observer between its result and the next render.
        ...(gcTime !== undefined && { gcTime: Math.max(gcTime, minGcTime) }),
      },
    },
    plainLogs,
  )
  useEffect(() => {
    boundary.clearReset()
  }, [boundary])

  if (!isParsed(resolved.query)) throw resolved.query
  const isReady = list !== undefined && (suspendUntil === 'first-rows' || state.wasComplete)
  if (!isReady) {
    // A reset is for one read. Effects, which also clear it, do not run while the component is suspended.
    const change = observer.nextChange(boundary.isReset(), boundary.clearReset)
    // React waits for a promise that a component throws.
    // oxlint-disable-next-line typescript/only-throw-error
    if (change) throw change
    // A component that has not mounted yet would read again, so react-query hides its error.
    const error = observer.query?.state.error ?? query.error ?? fields.errors[0]?.error
    if (error) throw error
  }
  // Cancelled before the first row, or the range begins above the newest block.
  const data = list ?? toList([], fields.order)
  return { ...query, data, ...fields } as UseSuspenseLogsReturnType<Row>
}

/** Milliseconds, as in react-query. */
const minGcTime = 1_000
