import type { BlockInterval, Coverage } from '../Coverage.ts'
import type { FollowChange, FollowState } from '../follow/FollowState.ts'
import type { LogRow } from '../Log.ts'
import type { LogList } from '../list/LogList.ts'

/** The result of `useLogs`, as far as components need it: they take it whole, so that nothing of it is wired wrongly. */
export interface LogsResult<row extends LogRow = LogRow> {
  readonly data: LogList<row> | undefined
  /** The order of the query. */
  readonly order: 'asc' | 'desc'
  readonly error: Error | null
  readonly isError: boolean
  readonly isPending: boolean
  readonly isFetching: boolean
  /** `paused` while the browser is offline, and reading waits for it. */
  readonly fetchStatus: 'fetching' | 'paused' | 'idle'
  readonly isScanPaused: boolean
  readonly isComplete: boolean
  readonly coverage: Coverage | undefined
  /** The newest block a node has shown. */
  readonly head?: bigint | undefined
  readonly progress: { readonly fraction: number } | undefined
  readonly live: FollowState | undefined
  readonly reorg: FollowChange | undefined
  readonly retry: () => void
  readonly retryRange: (range: BlockInterval) => void
}

/** What the request is doing, in the words of components. */
export function statusOfResult(
  result: Pick<LogsResult, 'isError' | 'isPending' | 'isFetching' | 'live' | 'coverage'>,
): 'idle' | 'loading' | 'success' | 'error' {
  const { isError, isPending, isFetching, live, coverage } = result
  // Live, a first read that failed is repeated: what went wrong stays on the screen meanwhile.
  if (isError || (isPending && live?.error)) return 'error'
  if (isFetching) return 'loading'
  // Its blocks are not there yet, or reading was ended before a log was found: it was asked all the same.
  return isPending && !coverage ? 'idle' : 'success'
}
