import type { BlockInterval, Coverage } from '../Coverage.ts'
import type { FollowChange, FollowState } from '../follow/FollowState.ts'
import type { LogList } from '../list/LogList.ts'
import type { LogRow } from '../Log.ts'

/** The part of `useLogs`' result that components take as one prop, so that its fields cannot be mixed up. */
export interface LogsResult<row extends LogRow = LogRow> {
  readonly data: LogList<row> | undefined
  /** The order of the query. */
  readonly order: 'asc' | 'desc'
  readonly error: Error | null
  readonly isError: boolean
  readonly isPending: boolean
  readonly isFetching: boolean
  /** `paused` while the query waits for the browser to be online. */
  readonly fetchStatus: 'fetching' | 'paused' | 'idle'
  readonly isScanPaused: boolean
  readonly isComplete: boolean
  readonly coverage: Coverage | undefined
  /** The newest block that could be read. */
  readonly head?: bigint | undefined
  readonly progress: { readonly fraction: number } | undefined
  readonly live: FollowState | undefined
  readonly reorg: FollowChange | undefined
  readonly retry: () => void
  readonly retryRange: (range: BlockInterval) => void
}

/** The part of the result of `useInfiniteLogs` that tables take. */
export interface InfiniteLogsResult<row extends LogRow = LogRow> extends Omit<LogsResult<row>, 'data'> {
  readonly data: { readonly logs: LogList<row> } | undefined
}

/** The part of the result of one of several chains that tables take. */
export interface ChainLogsResult extends LogsResult {
  readonly chainId: number
  /** The network's name. */
  readonly name: string
  /** Base of the URLs of the network's block explorer. */
  readonly explorerUrl?: string | undefined
}

/** The part of the result of `useMultichainLogs` that tables take. */
export interface MultichainLogsResult<row extends LogRow = LogRow> extends Omit<
  LogsResult<row>,
  'coverage' | 'head' | 'live' | 'reorg' | 'retryRange'
> {
  readonly chains: readonly ChainLogsResult[]
  /** Whether logs of all chains are in order of time, or one chain comes after the other. */
  readonly sortedBy: 'time' | 'chain'
}

/** The state of a query, for components. */
export function statusOfResult(
  result: Pick<LogsResult, 'isError' | 'isPending' | 'isFetching' | 'fetchStatus' | 'live' | 'coverage'>,
): 'idle' | 'loading' | 'success' | 'error' {
  const { isError, isPending, isFetching, fetchStatus, live, coverage } = result
  // While live, a failed first read is retried: until then, its error stays visible.
  if (isError || (isPending && live?.error)) return 'error'
  if (isFetching) return 'loading'
  // With coverage, the query has run, even if its blocks are not available yet or it was cancelled before the first log.
  if (!isPending || coverage) return 'success'
  return fetchStatus === 'paused' ? 'loading' : 'idle'
}
