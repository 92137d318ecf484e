import { CancelledError, type UseQueryResult } from '@tanstack/react-query'
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
   * Whether nothing is missing: all requested blocks are verified, or `limit` is reached without a gap. While live:
   * up to the last published head.
   */
  readonly isComplete: boolean
  /** Whether the result is complete and has no logs, not even ones that do not fit their event (`data.undecodable`). */
  readonly isEmpty: boolean
  /** Parameters that are `undefined`, so not known yet. No request is sent until they are. */
  readonly notReady: readonly string[] | undefined
  /** The order of the query. */
  readonly order: 'asc' | 'desc'
  /** Which blocks of the range are complete, left out by `limit`, still being read, or failed. */
  readonly coverage: Coverage | undefined
  /** The failed intervals of `coverage`. */
  readonly errors: readonly FailedInterval[]
  /** Progress of the scan. Never decreases during a scan. */
  readonly progress: ScanProgress | undefined
  /** Logs left out because they were malformed or did not match the query. `useNetworkStatus` has the count of each endpoint. */
  readonly rejected: number
  /**
   * The newest block as of `data` and `coverage`: when the scan began or, while live, as of the last change. `live.head` may
   * be newer. While `toBlock` is a tag below `fromBlock`: the block of the tag.
   */
  readonly head: bigint | undefined
  /** Live status: whether the logs are up to date, how new blocks arrive, and when they last caught up. */
  readonly live: FollowState | undefined
  /** The last change that removed logs, while live. */
  readonly reorg: FollowChange | undefined
  /** Cancels the scan. Logs read so far stay. */
  readonly cancel: () => void
  /** Pauses scanning and live updates, until the last component that shows these logs is unmounted. Requests in flight finish. */
  readonly pause: () => void
  readonly resume: () => void
  /**
   * Lets scans of these logs exceed the daily budget. Other requests stay within it, unlike with `ignoreBudget()` of
   * `useNetworkStatus`.
   */
  readonly ignoreBudget: () => void
  /**
   * Whether the scan of these logs may exceed the daily budget: any component that shows them called
   * `ignoreBudget()`.
   */
  readonly ignoresBudget: boolean
  /** Whether any component that shows these logs paused the scan. */
  readonly isScanPaused: boolean
  /** Reads the blocks that failed, are missing or may have changed, but no final block twice. All rows stay in place. */
  readonly retry: () => void
  /**
   * Reads these blocks again, such as the `range` of one of `errors`, and without `live` also those that may have been replaced with
   * them. Does nothing while a scan runs.
   */
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
    // A range above the head has no logs yet, so the list is as new as the live head.
    head: snapshot?.isAboveHead ? (follow?.head ?? snapshot.head) : snapshot?.head,
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

type ShownStatus = Pick<
  UseQueryResult<LogsQueryData>,
  | 'error'
  | 'status'
  | 'isError'
  | 'isLoadingError'
  | 'isRefetchError'
  | 'isSuccess'
  | 'isPending'
  | 'isLoading'
  | 'isRefetching'
  | 'refetch'
>

/**
 * react-query's status, but pending until there is a log or certainly none, and without an error after a cancelled
 * scan; `refetch` asks paused endpoints as well.
 */
export function statusOf(
  query: UseQueryResult<LogsQueryData>,
  isKnown: boolean,
  observer: LogsObserver,
): ShownStatus {
  const isError = query.isError && !(query.error instanceof CancelledError)
  const isPending = !isError && !isKnown
  const statusWithoutError = isKnown ? ('success' as const) : ('pending' as const)
  return {
    error: isError ? query.error : null,
    status: isError ? ('error' as const) : statusWithoutError,
    isError,
    isLoadingError: isError && !isKnown,
    isRefetchError: isError && isKnown,
    isSuccess: !isError && isKnown,
    isPending,
    isLoading: isPending && query.isFetching,
    isRefetching: !isPending && query.isFetching,
    refetch: observer.userRefetch(query.refetch),
  }
}
