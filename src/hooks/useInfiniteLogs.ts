'use client'
import { useMemo } from 'react'
import type { AbiEvent } from 'viem'
import type {
  EventLog,
  EventNameOf,
  EventsOf,
  MaybeAbi,
  MaybeFilters,
  QueryLog,
} from '../logs/filter/EventLog.ts'
import type { LogList } from '../logs/list/LogList.ts'
import {
  infiniteLogsQueryOptions,
  resolvePages,
  type InfiniteLogsQueryParameters,
} from '../query/infiniteLogs.ts'
import type { LogsQueryData } from '../query/LogsQueryEntry.ts'
import type { QueryParameter } from '../query/QueryParameter.ts'
import { createPageLists, type LogsPage } from './createPageLists.ts'
import {
  useLogsQuery,
  type LogsHookParameters,
  type LogsQueryKind,
  type LogsQueryResult,
} from './useLogsQuery.ts'

export type UseInfiniteLogsParameters<
  event extends AbiEvent | undefined = undefined,
  events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = InfiniteLogsQueryParameters<event, events, strict, abi, eventName, filters> &
  QueryParameter<LogsQueryData> &
  LogsHookParameters<QueryLog<event, events, strict, abi, eventName, filters>>

export interface InfiniteLogs<row = EventLog> {
  /** Newest first. The last one grows while it is being read. */
  readonly pages: readonly LogsPage<row>[]
  /** The logs of all pages as one list, newest first. */
  readonly logs: LogList<row>
}

/** As `UseLogsReturnType`, with pages as `data`, and the fields of react-query's `useInfiniteQuery` for the next page. */
export type UseInfiniteLogsReturnType<row = EventLog> = LogsQueryResult<InfiniteLogs<row>> & {
  /** Whether there are older blocks to read. They may have no logs. */
  readonly hasNextPage: boolean
  /**
   * Reads the next page, of older logs, after a refetch that is in progress. Resolves once it has been read or has failed. Does
   * nothing while a page is being read.
   */
  readonly fetchNextPage: () => Promise<void>
  readonly isFetchingNextPage: boolean
  /** Whether the next page failed; `error` says why. The other pages stay, and `retry` reads it again. */
  readonly isFetchNextPageError: boolean
}

/**
 * Reads logs page by page, newest first (`eth_getLogs`), each page when `fetchNextPage` is called. New logs enter the
 * first page while live; the boundaries of the others stay.
 *
 * @example
 * const { data, hasNextPage, fetchNextPage } = useInfiniteLogs({ address: token, event: transfer, pageSize: 50 })
 * data?.pages.map((page) => page.logs.length)
 */
export function useInfiniteLogs<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  parameters: UseInfiniteLogsParameters<event, events, strict, abi, eventName, filters> = {} as never,
): UseInfiniteLogsReturnType<QueryLog<event, events, strict, abi, eventName, filters>> {
  type Row = QueryLog<event, events, strict, abi, eventName, filters>
  const { query, list, fields, snapshot, shown, state, toList, observer } = useLogsQuery<Row>(
    parameters,
    pagedLogs,
  )
  const toPages = useMemo(() => createPageLists(toList), [toList])
  const data = useMemo<InfiniteLogs<Row> | undefined>(
    () => shown && list && { pages: toPages(shown), logs: list },
    [shown, list, toPages],
  )
  const { isFetchingNextPage, nextPageError } = state
  const hasNextPage = snapshot?.ended().hasNextPage ?? false
  return {
    ...query,
    ...(nextPageError && pageError(nextPageError)),
    data,
    ...fields,
    isEmpty: fields.isEmpty && !hasNextPage,
    hasNextPage,
    fetchNextPage: observer.fetchNextPage,
    isFetchingNextPage,
    isFetchNextPageError: nextPageError !== undefined,
    retry: nextPageError ? observer.fetchNextPage : fields.retry,
  } as UseInfiniteLogsReturnType<Row>
}

const pagedLogs: LogsQueryKind = {
  resolve: resolvePages,
  toOptions: infiniteLogsQueryOptions,
  isPaged: true,
}

/** The status that `useInfiniteQuery` has after a page failed. Live updates must not hide it. */
function pageError(error: Error) {
  return { error, status: 'error', isError: true, isSuccess: false, isRefetchError: false } as const
}
