'use client'
import { useState } from 'react'
import { isSameQuery } from '../../components/FilterBuilder/draft/isSameQuery.ts'
import type { LogTableProps } from '../../components/LogTable/model/LogTableProps.ts'
import { useBlockNumber } from '../../hooks/useBlockNumber.ts'
import { noPlaceholder } from '../../hooks/useLogsQuery.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { later } from '../../logs/intervals.ts'
import { statusOfResult } from '../../logs/snapshot/LogsResult.ts'
import { useChanged } from '../../react/useChanged.ts'
import { useLinkedView } from '../link/useLinkedView.ts'
import type { ShareLink } from '../link/useShareLink.ts'
import type { ExplorerSettings } from '../settings/ExplorerSettings.ts'
import type { ExplorerAbi } from './ExplorerAbi.ts'
import type { ContractAbi } from './explorerContracts.ts'
import type { ExplorerProps } from './ExplorerProps.ts'
import { useSavedQueries } from './QueryStore.ts'
import { useDetails } from './useDetails.ts'
import { useExplorerLogs, type ExplorerLogs } from './useExplorerLogs.ts'
import { useExplorerQuery } from './useExplorerQuery.ts'
import { useMatchingLogs } from './useMatchingLogs.ts'
import { useOpenLog } from './useOpenLog.ts'
import { useQueryCommands } from './useQueryCommands.ts'
import { useNetworkChange, useReport, useReportLinkedQuery } from './useReport.ts'
import { useSharedHead } from './useSharedHead.ts'

export interface ExplorerSessionOptions extends Pick<
  ExplorerProps,
  'knownEvents' | 'query' | 'defaultQuery' | 'onQueryChange'
> {
  abis: readonly ContractAbi[]
  /** Those of them that the page gives. */
  pageAbis: readonly ExplorerAbi[]
  pollingInterval: number
  confirmAbove: number
  liveOn: boolean
  link: ShareLink
}

/** The query, its logs and how they are shown, in sync with the page's link. */
export function useExplorerSession(options: ExplorerSessionOptions) {
  const { link, abis, knownEvents, defaultQuery, pollingInterval, confirmAbove, liveOn } = options
  const { query: controlled, onQueryChange } = options
  const { network } = useNetwork()
  const { isOfSecond, ...details } = useDetails(network.id)
  const view = useLinkedView(link, network.id)
  const { filters = noFilters } = view.settings.view
  const head = useBlockNumber({ query: { placeholderData: noPlaceholder } })
  const headFailure = useHeadFailure(network.id, head)
  const explorerQuery = useExplorerQuery(network.id, head.data, {
    ...{ linked: link.search, defaultQuery, controlled, onChange: onQueryChange },
  })
  if (useChanged(link.key)) {
    details.select(undefined)
    view.showLink()
    explorerQuery.restart()
  }
  const { query, formQuery } = explorerQuery
  const kept = useSavedQueries(network.id)
  const found = useExplorerLogs(query, {
    ...{ abis, knownEvents, pollingInterval, confirmAbove, liveOn },
    chainId: network.id,
  })
  const { scan, confirmation, all, matching } = found
  // The second query marks its own logs.
  const open = isOfSecond ? undefined : details.selected
  useOpenLog(open, { reorg: scan.reorg, logs: all, order: query?.order }, details.select)
  // The chart and the export of what is shown apply the same filters as the table.
  const shown = useMatchingLogs(matching, { filters }, matching)
  const commands = useQueryCommands({
    ...{ explorerQuery, found, view },
    store: kept.store,
    onStart: () => details.select(undefined),
  })
  useReportLinkedQuery(link, defaultQuery, onQueryChange)
  useSharedHead({
    ...{ chainId: network.id, head: scan.live?.head, pollingInterval },
    following: liveOn && found.canFollow,
  })
  const writeShown = (as: 'push' | 'replace') => view.write(explorerQuery.isChosen ? query : undefined, as)
  useNetworkChange(link.key, network.id, () => writeShown('push'))
  // Also when the page drops its query, for example for another network.
  useReport(controlled, () => writeShown('replace'))
  const failure = scan.error ?? (scan.data ? null : scan.live?.error)
  const error = found.invalid ?? (query ? failure : headFailure.error)
  const waitsForHead = !query && head.fetchStatus === 'paused'

  return {
    ...found,
    ...details,
    ...view,
    ...commands,
    ...{ network, pageAbis: options.pageAbis, query, kept, shown, filters, error },
    status: statusOf(found, { query, error, head }),
    isOffline: waitsForHead || confirmation.isOffline || scan.fetchStatus === 'paused',
    ...{ formQuery, resetQuery: explorerQuery.resetQuery },
    /** Whether the form has another query, because that one was declined. */
    isFormer: formQuery && query ? !isSameQuery(formQuery, { ...query, limit: undefined }) : false,
    /** Whether the selected log is one of the second of two compared queries. */
    isSecondSelected: isOfSecond && view.compared !== null && details.selected !== undefined,
    /** The error shown, or the reason why some blocks are missing. */
    failure: error ?? scan.errors[0]?.error,
    /** Whether the newest logs are shown, because there is no other query. */
    showsLatest: !explorerQuery.isChosen,
    /** The newest known block. */
    head: newerOf(scan.head, scan.live?.head ?? head.data),
    /** The head as polled, which lags behind that of live updates. */
    polledHead: head.data,
    retry() {
      headFailure.clear()
      if (!query) void head.refetch()
      // Logs shown offline, before their cost is known, are read on automatically.
      else if (confirmation.isConfirmed) scan.retry()
    },
  }
}

interface SessionState {
  readonly query: LogSearch | undefined
  readonly error: Error | null | undefined
  readonly head: { readonly isPending: boolean }
}

/** The state of the query's logs or, without a query, of the head, which the newest logs wait for. */
function statusOf(
  { scan, confirmation, matching }: ExplorerLogs,
  { query, error, head }: SessionState,
): LogTableProps['status'] {
  if (error) return 'error'
  if (!query) return head.isPending ? 'loading' : 'success'
  if (confirmation.isDismissed) return 'idle'
  // Offline, the cached logs of a query are shown before its cost is known.
  const isHeld = !confirmation.isConfirmed && !(confirmation.isOffline && scan.data)
  const read = statusOfResult(scan)
  return isHeld || (read === 'success' && matching.busy) ? 'loading' : read
}

/** Why the head cannot be read. Each new attempt clears react-query's error: the last one stays until one succeeds. */
function useHeadFailure(chainId: number, head: { error: Error | null; isPending: boolean }) {
  const [last, setLast] = useState({ chainId, error: head.error })
  const error = head.error ?? (head.isPending && last.chainId === chainId ? last.error : null)
  if (error !== last.error) setLast({ chainId, error })
  return { error, clear: () => setLast({ chainId, error: null }) }
}

export type ExplorerSession = ReturnType<typeof useExplorerSession>

function newerOf(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined ? b : later(a, b ?? a)
}

const noFilters: NonNullable<ExplorerSettings['view']['filters']> = []
