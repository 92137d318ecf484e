import type { FollowChange } from '../../../logs/follow/FollowState.ts'
import type { LogRow, RawLog } from '../../../logs/Log.ts'
import {
  statusOfResult,
  type InfiniteLogsResult,
  type LogsResult,
  type MultichainLogsResult,
} from '../../../logs/snapshot/LogsResult.ts'
import type { LogTableProps } from './LogTableProps.ts'

/** The props of a table, completed from `result`. */
export function withResult(props: LogTableProps): LogTableProps {
  const { result } = props
  if (!result) return props
  const given = Object.entries(props).filter(([, value]) => value !== undefined)
  return {
    logs: result.data && 'logs' in result.data ? result.data.logs : result.data,
    order: result.order,
    isComplete: result.isComplete,
    isScanPaused: result.isScanPaused,
    isOffline: result.fetchStatus === 'paused',
    progress: result.isFetching ? result.progress : undefined,
    onRetry: result.retry,
    ...('chains' in result ? propsOfChains(result) : propsOfResult(result)),
    ...(Object.fromEntries(given) as LogTableProps),
  }
}

function propsOfResult(result: LogsResult | InfiniteLogsResult): LogTableProps {
  return {
    status: statusOfResult(result),
    error: result.error ?? (result.data ? undefined : result.live?.error),
    coverage: result.coverage,
    head: result.head,
    // While a scan runs, it reads them anyway.
    onRetryRange: result.isFetching ? undefined : result.retryRange,
    removed: removedBy([result]),
    staleFrom: result.live?.staleFrom,
  }
}

/** Coverage and errors are those of each chain. */
function propsOfChains(result: MultichainLogsResult): LogTableProps {
  const failed =
    result.data?.length === 0 && !result.isFetching ? result.chains.find(({ error }) => error) : undefined
  const coverage = result.chains.find((chain) => chain.coverage)?.coverage
  return {
    status: failed ? 'error' : statusOfResult({ ...result, live: undefined, coverage }),
    error: result.error ?? failed?.error,
    removed: removedBy(result.chains),
  }
}

const removals = new WeakMap<FollowChange, ReadonlySet<string>>()

/** Ids of the logs that the last reorganization of each result removed: for one result, the same set for the same change. */
export function removedBy(results: readonly Pick<LogsResult, 'reorg'>[]): ReadonlySet<string> | undefined {
  const sets = results.flatMap(({ reorg }) => {
    if (reorg?.type !== 'change') return []
    const ids = removals.get(reorg) ?? new Set(reorg.removed.map(placeOf))
    removals.set(reorg, ids)
    return [ids]
  })
  return sets.length > 1 ? new Set(sets.flatMap((ids) => [...ids])) : sets[0]
}

/** Whether a log is marked as removed, or its id is among those that are. */
export function isRemoved(log: LogRow, removed: LogTableProps['removed']): boolean {
  return log.removed || removed?.has(placeOf(log)) === true
}

/** As `logId`, without the network. */
const placeOf = ({ blockHash, logIndex }: RawLog) => `${blockHash}:${logIndex}`
