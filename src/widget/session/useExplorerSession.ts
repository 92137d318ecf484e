'use client'
import { useState } from 'react'
import type { LogFilterAction } from '../../components/LogTable/model/LogFilterAction.ts'
import type { LogTableProps } from '../../components/LogTable/model/LogTableProps.ts'
import { isSameQuery } from '../../components/FilterBuilder/draft/isSameQuery.ts'
import { shortHex } from '../../components/values/shortHex.ts'
import type { KnownContract } from '../../components/FilterBuilder/draft/KnownContract.ts'
import { useBlockNumber } from '../../hooks/useBlockNumber.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import type { LogRow } from '../../logs/Log.ts'
import { statusOfResult } from '../../logs/snapshot/LogsResult.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { ExplorerProps } from './ExplorerProps.ts'
import type { ExplorerSettings } from '../settings/ExplorerSettings.ts'
import { newestFirst } from './newestFirst.ts'
import { toFilteredSearch } from './toFilteredSearch.ts'
import { toLinkState, writeLink } from '../link/toLinkState.ts'
import { useExplorerLogs } from './useExplorerLogs.ts'
import { useExplorerQuery } from './useExplorerQuery.ts'
import { useExplorerSettings } from '../settings/useExplorerSettings.ts'
import { useSavedQueries } from './useSavedQueries.ts'
import { useMatchingLogs } from './useMatchingLogs.ts'
import type { ShareLink } from '../link/useShareLink.ts'
import { useSharedHead } from './useSharedHead.ts'
import { useZoom } from './useZoom.ts'

interface ExplorerSessionOptions extends Pick<ExplorerProps, 'knownEvents' | 'defaultQuery'> {
  contracts: readonly KnownContract[]
  pollingInterval: number
  confirmAbove: number
  liveOn: boolean
  link: ShareLink
}

/** What is asked, what came of it and how that is looked at, in step with the page's link. */
export function useExplorerSession(options: ExplorerSessionOptions) {
  const { link, contracts, knownEvents, defaultQuery, pollingInterval, confirmAbove, liveOn } = options
  const { network } = useNetwork()
  const { settings, change, restart } = useExplorerSettings(link.settings)
  const [selected, select] = useState<LogRow>()
  const [reveal, setReveal] = useState<LogTableProps['reveal']>()
  const [linkError, setLinkError] = useState(link.error)
  // How often something new was asked.
  const [runs, setRuns] = useState(0)
  const head = useBlockNumber()
  const asking = useExplorerQuery(network.id, head.data, { linked: link.search, defaultQuery })
  const { query } = asking
  const kept = useSavedQueries(network.id)
  const found = useExplorerLogs(query, {
    ...{ contracts, knownEvents, pollingInterval, confirmAbove, liveOn },
    chainId: network.id,
  })
  const { scan, gate, all, matching, events, known } = found
  const { filters = noFilters } = settings.view
  // What the table leaves out, the chart and the file of what is shown leave out, too.
  const shown = useMatchingLogs(matching, { filters }, matching)
  // What was open belongs to its chain, whoever changes the network: a page, its wallet, or the menu.
  const [openOn, setOpenOn] = useState(network.id)
  if (openOn !== network.id) {
    setOpenOn(network.id)
    select(undefined)
    setReveal(undefined)
  }
  const [opened, setOpened] = useState(link.key)
  if (opened !== link.key) {
    setOpened(link.key)
    select(undefined)
    setLinkError(link.error)
    asking.restart()
    restart()
  }
  useSharedHead({
    ...{ chainId: network.id, head: scan.live?.head, pollingInterval },
    following: liveOn && found.canFollow,
  })
  const failure = scan.error ?? (scan.data ? null : scan.live?.error)
  const error = found.invalid ?? (query ? failure : head.error)
  const read = statusOfResult(scan)
  const waiting = query ? !gate.open || (read === 'success' && matching.busy) : head.isPending
  const status: LogTableProps['status'] = error
    ? 'error'
    : gate.dismissed
      ? 'idle'
      : waiting
        ? 'loading'
        : query
          ? read
          : 'success'
  const limited = query?.limit !== undefined && query.order === 'desc' && all.length >= query.limit

  const write = (
    next: LogSearch | undefined,
    as: 'push' | 'replace',
    chainId = network.id,
    look = settings,
  ) => writeLink(link, next, toLinkState(chainId, look), as)

  function ask(next: LogSearch, look = settings) {
    select(undefined)
    setLinkError(undefined)
    gate.reset()
    const asked = asking.ask(next)
    write(asked, 'push', network.id, look)
    return asked
  }
  /** Asks another question. */
  function run(next: LogSearch) {
    setRuns(runs + 1)
    kept.store.remember(next)
    // Asked once more, it is read once more: what was ended goes on, and what is newer comes.
    if (query && gate.open && isSameQuery(newestFirst(next), query)) scan.retry()
    // What is left out of the logs, and how they are counted, belongs to the last question.
    ask(next, change({ pane: 'logs', view: { ...settings.view, filters: undefined } }))
  }
  /** The same question of other blocks: how its logs are looked at stays. */
  const zooming = useZoom(query, ask)
  function show(changes: Partial<ExplorerSettings>) {
    const next = change(changes)
    if (asking.isAsked) write(query, 'replace', network.id, next)
  }
  /** Asks for a value that was clicked, or, where no node can be asked for it, looks for it among the logs at hand. */
  function filterBy(action: LogFilterAction) {
    if (!query) return
    const next = toFilteredSearch(query, action, [...events, ...known])
    if (next) return run(next)
    const { target, values } = action
    const label = values.map((value) => shortHex(value)).join(', ')
    const only = { ...target, mode: 'only' as const, values, label }
    show({ pane: 'logs', view: { ...settings.view, filters: [...filters, only] } })
  }

  return {
    ...found,
    ...{ shown, filters },
    ...{ network, query, kept, runs, status, error, zooming, run, show, filterBy, settings },
    ...{ written: asking.written, untouched: asking.untouched },
    ...{ selected, select, reveal, setReveal },
    linkError,
    linkKey: link.key,
    hasLinkedQuery: link.search !== undefined,
    openLink: link.open,
    dismissLinkError: () => setLinkError(undefined),
    /** The newest block that is known. */
    newest: scan.live?.head ?? head.data,
    /** As it was looked up, apart from what is followed. */
    head: head.data,
    retry: () => (query ? scan.retry() : void head.refetch()),
    /** Reads what was left out, where something was. */
    readAll: limited && !scan.isFetching ? () => run({ ...query, limit: undefined }) : undefined,
    /** Goes back to the question before. */
    takeBack: () => write(asking.takeBack(), 'replace'),
    /** Another network is about to be current. */
    leaveFor(chainId: number) {
      select(undefined)
      write(asking.askedOn(chainId), 'push', chainId)
    },
  }
}

export type ExplorerSession = ReturnType<typeof useExplorerSession>

const noFilters: NonNullable<ExplorerSettings['view']['filters']> = []
