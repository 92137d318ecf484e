'use client'
import { useState } from 'react'
import { isSameQuery } from '../../components/FilterBuilder/draft/isSameQuery.ts'
import type { LogFilterAction } from '../../components/LogTable/model/LogFilterAction.ts'
import type { LogTableProps } from '../../components/LogTable/model/LogTableProps.ts'
import { shortHex } from '../../components/values/shortHex.ts'
import { useBlockNumber } from '../../hooks/useBlockNumber.ts'
import { noPlaceholder } from '../../hooks/useLogsQuery.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { addLocalFilter } from '../../logs/filter/addLocalFilter.ts'
import { toShareLink } from '../../logs/filter/formats/toShareLink.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { later } from '../../logs/intervals.ts'
import type { LogRow } from '../../logs/Log.ts'
import { isLimited } from '../../logs/snapshot/describeLogs.ts'
import { statusOfResult } from '../../logs/snapshot/LogsResult.ts'
import { toLinkState, writeLink } from '../link/toLinkState.ts'
import type { ShareLink } from '../link/useShareLink.ts'
import type { ExplorerSettings } from '../settings/ExplorerSettings.ts'
import { useExplorerSettings } from '../settings/useExplorerSettings.ts'
import type { ExplorerAbi } from './ExplorerAbi.ts'
import type { ContractAbi } from './explorerContracts.ts'
import type { ExplorerProps } from './ExplorerProps.ts'
import { newestFirst } from './newestFirst.ts'
import { toFilteredSearch } from './toFilteredSearch.ts'
import { useDetails, type FoundTransaction } from './useDetails.ts'
import { useExplorerLogs, type ExplorerLogs } from './useExplorerLogs.ts'
import { useExplorerQuery } from './useExplorerQuery.ts'
import { useMatchingLogs } from './useMatchingLogs.ts'
import { useOpenLog } from './useOpenLog.ts'
import { useNetworkChange, useReport, useReportLinkedQuery } from './useReport.ts'
import { useSavedQueries } from './useSavedQueries.ts'
import { useSharedHead } from './useSharedHead.ts'
import { useZoom } from './useZoom.ts'

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
  const { settings, change, restart } = useExplorerSettings(link.settings)
  const { selected, transaction, isOfSecond, select } = useDetails()
  const [reveal, setReveal] = useState<LogTableProps['reveal']>()
  const [linkError, setLinkError] = useState(link.error)
  // The query next to this one.
  const [compared, setCompared] = useState(link.compared ?? null)
  // How many queries were run.
  const [runs, setRuns] = useState(0)
  const head = useBlockNumber({ query: { placeholderData: noPlaceholder } })
  const headFailure = useHeadFailure(network.id, head)
  const explorerQuery = useExplorerQuery(network.id, head.data, {
    ...{ linked: link.search, defaultQuery, controlled, onChange: onQueryChange },
  })
  const { query, formQuery } = explorerQuery
  const kept = useSavedQueries(network.id)
  const found = useExplorerLogs(query, {
    ...{ abis, knownEvents, pollingInterval, confirmAbove, liveOn },
    chainId: network.id,
  })
  const { scan, confirmation, all, matching, events, known } = found
  // The second query marks its own.
  useOpenLog(isOfSecond ? undefined : selected, { reorg: scan.reorg, logs: all, order: query?.order }, select)
  const { filters = noFilters } = settings.view
  // The chart and the export of what is shown apply the same filters as the table.
  const shown = useMatchingLogs(matching, { filters }, matching)
  const [opened, setOpened] = useState(link.key)
  // An open log belongs to its chain; the page, its wallet or the menu may change the network.
  const [openOn, setOpenOn] = useState(network.id)
  if (openOn !== network.id) {
    setOpenOn(network.id)
    select(undefined)
    // A link may open on another network.
    if (opened === link.key) setCompared(null)
    setReveal(undefined)
  }
  if (opened !== link.key) {
    setOpened(link.key)
    select(undefined)
    setLinkError(link.error)
    setCompared(link.compared ?? null)
    explorerQuery.restart()
    restart()
  }
  useReportLinkedQuery(link, defaultQuery, onQueryChange)
  useSharedHead({
    ...{ chainId: network.id, head: scan.live?.head, pollingInterval },
    following: liveOn && found.canFollow,
  })
  const failure = scan.error ?? (scan.data ? null : scan.live?.error)
  const error = found.invalid ?? (query ? failure : headFailure.error)
  const status = error ? 'error' : query ? statusOf(found) : head.isPending ? 'loading' : 'success'
  const waitsForHead = !query && head.fetchStatus === 'paused'
  const isOffline = waitsForHead || confirmation.isOffline || scan.fetchStatus === 'paused'

  const write = (next: LogSearch | undefined, as: 'push' | 'replace', look = settings, second = compared) =>
    writeLink(link, next, toLinkState(network.id, look, second), as)
  const writeShown = (as: 'push' | 'replace') => write(explorerQuery.isChosen ? query : undefined, as)
  useNetworkChange(link.key, network.id, () => writeShown('push'))
  // Also when the page drops its query, such as for another network.
  useReport(controlled, () => writeShown('replace'))

  function start(next: LogSearch, look = settings, second = compared) {
    select(undefined)
    setLinkError(undefined)
    confirmation.reset()
    const started = explorerQuery.run(next)
    setCompared(second)
    write(started, 'push', look, second)
    return started
  }
  /** Runs another query, whose logs are shown if no other pane is given. Groupings stay where its logs have them. */
  function run(
    next: LogSearch,
    filters?: ExplorerSettings['view']['filters'],
    pane: ExplorerSettings['pane'] = 'logs',
  ) {
    setRuns(runs + 1)
    kept.store.remember(next)
    // The same query again resumes a stopped scan and reads newer blocks.
    if (query && confirmation.isConfirmed && isSameQuery(newestFirst(next), query)) scan.retry()
    // Filters of the last query do not carry over.
    start(next, change({ pane, view: { ...settings.view, filters } }))
  }
  /** Shows another query next to this one, over the same blocks; `null` closes it. */
  function compare(next: LogSearch | null) {
    setCompared(next)
    write(query, 'push', settings, next)
  }
  /** Shows the second query in place of the first, whose filters do not carry over, and `second` beside it. */
  function swap(next: LogSearch, second: LogSearch | null) {
    start(next, change({ view: { ...settings.view, filters: undefined } }), second)
  }
  /** Runs a query on another network, as its link would. */
  function runOn(chainId: number, next: LogSearch, filters?: ExplorerSettings['view']['filters']) {
    const look = { ...settings, pane: 'logs' as const, view: { ...settings.view, filters } }
    link.open(toShareLink(newestFirst(next), { state: toLinkState(chainId, look) }))
  }
  /** Runs the query on other blocks; filters and groups stay. */
  const zooming = useZoom(query, (next) => start(next))
  function show(changes: Partial<ExplorerSettings>) {
    const next = change(changes)
    if (explorerQuery.isChosen) write(query, 'replace', next)
  }
  /** Filters by a clicked value: in the query where nodes can, else among the loaded logs. */
  function filterBy(action: LogFilterAction) {
    if (!query) return
    const next = toFilteredSearch(query, action, [...events, ...known])
    if (next) return run(next)
    const { target, values } = action
    const label = values.map((value) => shortHex(value)).join(', ')
    const only = { ...target, mode: 'only' as const, values, label }
    show({ pane: 'logs', view: { ...settings.view, filters: addLocalFilter(filters, only) } })
  }

  return {
    ...found,
    ...{ shown, filters },
    ...{
      network,
      pageAbis: options.pageAbis,
      query,
      kept,
      runs,
      status,
      isOffline,
      error,
      zooming,
      run,
      runOn,
      show,
      filterBy,
      settings,
    },
    ...{ formQuery, resetQuery: explorerQuery.resetQuery },
    /** Whether the form has another query, because that one was declined. */
    isFormer: formQuery && query ? !isSameQuery(formQuery, { ...query, limit: undefined }) : false,
    ...{ reveal, setReveal },
    /** The log whose details are shown. */
    selected,
    /** Whether it is one of the second of two compared queries. */
    isSecondSelected: isOfSecond && compared !== null && selected !== undefined,
    select: select as (log: LogRow | undefined, isOfSecond?: boolean) => void,
    /** The transaction shown instead of a log's details. The query and its results stay. */
    transaction,
    showTransaction: select as (found: FoundTransaction) => void,
    /** The error shown, or the reason why some blocks are missing. */
    failure: error ?? scan.errors[0]?.error,
    ...{ compared, compare, start, swap },
    /** The link's state besides the query. */
    linkState: toLinkState(network.id, settings, compared),
    linkError,
    /** Whether the newest logs are shown, because there is no other query. */
    showsLatest: !explorerQuery.isChosen,
    linkKey: link.key,
    hasLinkedQuery: link.search !== undefined,
    openLink: link.open,
    dismissLinkError: () => setLinkError(undefined),
    /** The newest known block. */
    newest: newerOf(scan.head, scan.live?.head ?? head.data),
    /** The head as polled, which lags behind the live one. */
    head: head.data,
    retry() {
      headFailure.clear()
      if (!query) void head.refetch()
      // What is shown offline, before its cost is known, is read on by itself.
      else if (confirmation.isConfirmed) scan.retry()
    },
    /** Reads the logs beyond the limit; filters and groups stay. `undefined` if there are none. */
    readAll:
      hasMore(query, found) && !scan.isFetching
        ? () => void start({ ...query, limit: undefined })
        : undefined,
    /** Goes back to the previous query. */
    goBack: () => write(explorerQuery.goBack(), 'replace'),
  }
}

/** What the table shows of a valid query. */
function statusOf({ scan, confirmation, matching }: ExplorerLogs): LogTableProps['status'] {
  if (confirmation.isDismissed) return 'idle'
  // Offline, the cached logs of a query are shown before its cost is known.
  const isHeld = !confirmation.isConfirmed && !(confirmation.isOffline && scan.data)
  const read = statusOfResult(scan)
  return isHeld || (read === 'success' && matching.busy) ? 'loading' : read
}

/** Whether the limit leaves out logs. With exactly as many logs as the limit, all blocks may have been read. */
function hasMore(query: LogSearch | undefined, { scan, all }: ExplorerLogs): boolean {
  return query?.limit !== undefined && all.length >= query.limit && isLimited(scan.coverage, scan.progress)
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
