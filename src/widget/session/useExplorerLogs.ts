'use client'
import { hashKey } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { useLogs, type UseLogsReturnType } from '../../hooks/useLogs.ts'
import { noPlaceholder } from '../../hooks/useLogsQuery.ts'
import { wellKnownEvents } from '../../logs/decode/wellKnownEvents.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { createLogList, type LogList } from '../../logs/list/LogList.ts'
import type { LogRow } from '../../logs/Log.ts'
import { logsQueryKey, type LogsQueryKey } from '../../query/logs.ts'
import { findLogsObserver } from '../../query/logsObserverOf.ts'
import { useFirstQueryClient } from '../../react/useFirstQueryClient.ts'
import { useLatest } from '../../react/useLatest.ts'
import { decodingEvents } from './decodingEvents.ts'
import type { ContractAbi } from './explorerContracts.ts'
import type { ExplorerProps } from './ExplorerProps.ts'
import { toTopicsQuery } from './toTopicsQuery.ts'
import { useMatchingLogs, type CoveredLogs } from './useMatchingLogs.ts'
import { useOverrunConfirmation } from './useOverrunConfirmation.ts'
import { useRemovedLogs } from './useRemovedLogs.ts'
import { useReport } from './useReport.ts'
import { useScanConfirmation } from './useScanConfirmation.ts'

interface ExplorerLogsOptions extends Pick<ExplorerProps, 'knownEvents'> {
  abis: readonly ContractAbi[]
  chainId: number
  pollingInterval: number
  confirmAbove: number
  liveOn: boolean
}

/** Reads a query's logs once its estimate is confirmed, decodes them and applies the conditions on their arguments. */
export function useExplorerLogs(query: LogSearch | undefined, options: ExplorerLogsOptions) {
  const { abis, chainId, pollingInterval, confirmAbove, liveOn } = options
  const events = useMemo(() => decodingEvents(query, abis), [query, abis])
  const known = options.knownEvents ?? wellKnownEvents()
  const topicsQuery = query && toTopicsQuery(query)
  const invalid = topicsQuery instanceof InvalidQueryError ? topicsQuery : undefined
  const valid = topicsQuery instanceof InvalidQueryError ? undefined : topicsQuery
  const confirmation = useScanConfirmation(valid, { chainId, confirmAbove })
  // Only an open-ended range can be followed.
  const canFollow = valid !== undefined && !valid.blockHash && (valid.toBlock ?? 'latest') === 'latest'
  const isRead = valid !== undefined && confirmation.isConfirmed
  const parameters = { ...valid, events, strict: false, chainId } as const
  const scan = useLogs({
    ...parameters,
    live: liveOn && canFollow,
    pollingInterval: Math.min(pollingInterval, 4_000),
    knownEvents: known,
    query: { enabled: isRead, placeholderData: noPlaceholder },
  })
  useCachedLogs(valid && !isRead && confirmation.isOffline ? logsQueryKey(parameters) : undefined)
  const overrun = useOverrunConfirmation(valid, chainId, scan)
  useRefreshEstimates(scan)
  const all: LogList<LogRow> = scan.data ?? emptyList
  const where = query?.where
  const matching = useMatchingLogs({ logs: all, coverage: scan.coverage }, { where }, noLogs)
  const removed = useRemovedLogs(matching.logs, scan.reorg, {
    ...{ events, known, where },
    order: query?.order,
  })
  return { events, known, invalid, valid, confirmation, canFollow, scan, overrun, all, matching, ...removed }
}

export type ExplorerLogs = ReturnType<typeof useExplorerLogs>

const emptyList = createLogList<LogRow>([])
const noLogs: CoveredLogs = { logs: emptyList, coverage: undefined }

/** Offline, shows the cached blocks of a query whose cost cannot be estimated. Unlike a paused read, this does not go on online. */
function useCachedLogs(queryKey: LogsQueryKey | undefined): void {
  const queryClient = useFirstQueryClient()
  const key = queryKey && hashKey(queryKey)
  const latest = useLatest(queryKey)
  useEffect(() => {
    if (key !== undefined && latest.current) void findLogsObserver(queryClient, latest.current)?.showCached()
  }, [queryClient, key, latest])
}

/** Reads estimates again, without requests, when a scan has ended, the chain was replaced, or the range has grown by an eighth. */
function useRefreshEstimates({
  isFetching,
  reorg,
  progress,
}: Pick<UseLogsReturnType, 'isFetching' | 'reorg' | 'progress'>): void {
  const queryClient = useFirstQueryClient()
  const size = Math.floor(6 * Math.log2(Number(progress?.total ?? 0n) + 1))
  const refresh = () => {
    if (!isFetching) void queryClient.invalidateQueries({ queryKey: ['topic0', 'scanEstimate'] })
  }
  useReport(isFetching, refresh)
  useReport(reorg, refresh)
  useReport(size, refresh)
}
