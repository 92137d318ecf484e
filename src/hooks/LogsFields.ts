import { CancelledError } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { QueryNotReadyError } from '../errors/InvalidQueryError.ts'
import type { BlockInterval, Coverage, FailedInterval } from '../logs/Coverage.ts'
import { isParsed } from '../logs/filter/ParsedLogQuery.ts'
import type { FollowChange, FollowState } from '../logs/follow/FollowState.ts'
import type { LogList } from '../logs/list/LogList.ts'
import type { ScanProgress } from '../logs/snapshot/SnapshotView.ts'
import type { LogsObserver, LogsQueryState } from '../query/LogsObserver.ts'
import type { LogsQueryData } from '../query/LogsQueryEntry.ts'
import type { ResolvedParameters } from '../query/resolveParameters.ts'

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

/** The fields of a query, from the state of its observer and its list. */
export function toLogsFields(
  parsed: ResolvedParameters['query'],
  { cancel, control, retry, retryRange }: LogsObserver,
  state: LogsQueryState,
  list: LogList<unknown> | undefined,
): LogsFields {
  const { snapshot, follow } = state
  const isComplete = snapshot?.isComplete ?? false
  return {
    isComplete,
    isEmpty: isComplete && list?.length === 0 && list.undecodable === 0,
    order: isParsed(parsed) ? parsed.order : 'asc',
    notReady: parsed instanceof QueryNotReadyError ? parsed.notReady : undefined,
    coverage: snapshot?.coverage,
    errors: snapshot?.coverage.failed ?? none,
    progress: snapshot?.requested && snapshot.progress,
    rejected: snapshot?.rejected ?? 0,
    head: follow?.head ?? snapshot?.head,
    live: follow,
    reorg: state.reorg,
    cancel,
    pause: control.pause,
    resume: control.resume,
    ignoreBudget: control.ignoreBudget,
    ignoresBudget: state.ignoresBudget,
    isScanPaused: state.isScanPaused,
    retry,
    retryRange,
  }
}

const none: readonly FailedInterval[] = []

/** react-query's status, except that it stays pending until there is a log or none is certain, and a cancelled scan is no error. */
export function statusOf(query: UseQueryResult<LogsQueryData>, isKnown: boolean) {
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
