'use client'
import { useId, useMemo, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { ChainText } from '../components/ChainText.tsx'
import { classNames } from '../components/classNames.ts'
import type { LogFilterAction } from '../components/LogTable/LogFilterAction.ts'
import type { LogTableProps } from '../components/LogTable/LogTableProps.ts'
import { formatNumber } from '../components/formatNumber.ts'
import { shortHex } from '../components/shortHex.ts'
import { useStrings } from '../components/useStrings.ts'
import { describeQuery } from '../components/FilterBuilder/describeQuery.ts'
import type { KnownContract } from '../components/FilterBuilder/KnownContract.ts'
import { useBlockNumber } from '../hooks/useBlockNumber.ts'
import { useNetwork } from '../hooks/useNetwork.ts'
import type { LogRow } from '../logs/Log.ts'
import type { LogSearch } from '../logs/LogSearch.ts'
import type { ExplorerProps } from './Explorer.tsx'
import { ExplorerChart } from './ExplorerChart.tsx'
import { ExplorerDetails } from './ExplorerDetails.tsx'
import { ExplorerExport } from './ExplorerExport.tsx'
import { ExplorerFilter } from './ExplorerFilter.tsx'
import { ExplorerHeader } from './ExplorerHeader.tsx'
import { ExplorerNote } from './ExplorerNote.tsx'
import { ExplorerNotices } from './ExplorerNotices.tsx'
import { ExplorerPrice } from './ExplorerPrice.tsx'
import { ExplorerResult } from './ExplorerResult.tsx'
import type { ExplorerSettings } from './ExplorerSettings.ts'
import { ExplorerShare } from './ExplorerShare.tsx'
import { ExplorerToolbar } from './ExplorerToolbar.tsx'
import { toFilteredSearch } from './toFilteredSearch.ts'
import { toLinkState } from './toLinkState.ts'
import { useExplorerLogs } from './useExplorerLogs.ts'
import { useExplorerQuery } from './useExplorerQuery.ts'
import { useExplorerSettings } from './useExplorerSettings.ts'
import { useHandedFocus } from './useHandedFocus.ts'
import { useKeptQueries } from './useKeptQueries.ts'
import { useMatching } from './useMatching.ts'
import { useRoom } from './useRoom.ts'
import type { ShareLink } from './useShareLink.ts'
import { useWatchedHead } from './useWatchedHead.ts'
import { useZoom } from './useZoom.ts'
import { writeLink } from './writeLink.ts'

interface ExplorerViewProps extends Omit<ExplorerProps, 'defaultLive'> {
  /** What the page's address says. */
  link: ShareLink
  liveOn: boolean
  onLive: (on: boolean) => void
  /** Whether the link before it had focus. */
  hadFocusRef: RefObject<boolean>
}

/** The explorer as one link shows it. */
export function ExplorerView(props: ExplorerViewProps) {
  const {
    contracts = none,
    knownEvents,
    defaultQuery,
    theme = 'system',
    pollingInterval = 15_000,
    ...more
  } = props
  const { confirmAbove = 0.5, lookups, link, liveOn, onLive, hadFocusRef, urlState = false, ...rest } = more
  const id = useId()
  const strings = useStrings()
  const { network } = useNetwork()
  const { room, measure } = useRoom()
  const { settings, change } = useExplorerSettings(link.settings)
  const [wantsFilter, setWantsFilter] = useState<boolean>()
  // Else it lies over the table, and is opened when it is wanted.
  const filterBeside = room.width === 'wide' || room.width === 'full'
  const detailsBeside = room.width === 'full'
  const filterOpen = wantsFilter ?? filterBeside
  const chartOpen = settings.chart ?? (room.width !== 'narrow' && room.isTall)
  const [selected, setSelected] = useState<LogRow>()
  const [reveal, setReveal] = useState<LogTableProps['reveal']>()
  // How often something new was asked, and how often not by the form: it shows it then.
  const [runs, setRuns] = useState(0)
  const [opened, setOpened] = useState(0)
  const head = useBlockNumber()
  const [marked, setMarked] = useState<readonly LogRow[]>([])
  const [linkError, setLinkError] = useState(link.error)
  const table = useRef<HTMLDivElement>(null)
  const filter = useRef<HTMLDivElement>(null)
  const filterButton = useRef<HTMLButtonElement>(null)
  useHandedFocus(hadFocusRef, filterButton, table)
  const asking = useExplorerQuery(network.id, head.data, { linked: link.search, defaultQuery })
  const { query, draft, setDraft } = asking
  const kept = useKeptQueries(network.id)
  const explored = useExplorerLogs(query, {
    ...{ contracts, knownEvents, pollingInterval, confirmAbove, liveOn },
    networkId: network.id,
  })
  const { events, known, invalid, valid, gate, scan: logs, all, matching } = explored
  const { filters = noFilters } = settings.view
  // What the table leaves out, the chart and the file of what is shown leave out, too.
  const shown = useMatching(matching, { filters }, matching)
  const error = invalid ?? (query ? logs.error : head.error)
  const waiting = query ? logs.isPending || logs.isFetching || matching.busy : head.isPending
  const status = error ? 'error' : gate.dismissed ? 'idle' : waiting ? 'loading' : 'success'
  // What went wrong is said where the logs would be.
  const hasChart = chartOpen && (all.length > 0 || (status !== 'error' && status !== 'idle'))
  const labels = useMemo(
    () => Object.fromEntries(contracts.map(({ address, label }) => [address, label])),
    [contracts],
  )
  const tokens = useMemo(
    () =>
      Object.fromEntries(
        contracts.flatMap(({ address, decimals, label, symbol = label }) =>
          decimals === undefined ? [] : [[address, { decimals, symbol }]],
        ),
      ),
    [contracts],
  )
  const newest = logs.live?.head ?? head.data
  useWatchedHead({
    ...{ networkId: network.id, head: logs.live?.head, pollingInterval },
    following: liveOn && explored.canFollow,
  })
  const explorerUrl = network.blockExplorers?.default.url
  const retry = () => (query ? logs.retry() : void head.refetch())
  const write = (
    next: LogSearch | undefined,
    as: 'push' | 'replace',
    networkId = network.id,
    look = settings,
  ) => writeLink(link, next, toLinkState(networkId, look), as)

  function ask(next: LogSearch, look = settings) {
    setSelected(undefined)
    setLinkError(undefined)
    gate.reset()
    const asked = asking.ask(next)
    write(asked, 'push', network.id, look)
    return asked
  }
  function run(next: LogSearch) {
    if (!filterBeside && filterOpen) closeFilter()
    setRuns(runs + 1)
    kept.store.remember(next)
    // What is left out of the logs, and how they are counted, belongs to the last question.
    ask(next, change({ pane: 'logs', view: { ...settings.view, filters: undefined } }))
  }
  /** Runs a query that did not come out of the form, and shows it there. */
  function open(next: LogSearch) {
    run(next)
    setOpened(opened + 1)
  }
  /** The same question of other blocks: how its logs are looked at stays. */
  const zooming = useZoom(query, (next) => {
    setOpened(opened + 1)
    return ask(next)
  })
  /** Asks for a value that was clicked, or, where no node can be asked for it, looks for it among the logs at hand. */
  function filterBy(action: LogFilterAction) {
    if (!query) return
    const next = toFilteredSearch(query, action, [...events, ...known])
    if (next) return open(next)
    const { target, values } = action
    const label = values.map((value) => shortHex(value)).join(', ')
    const only = { ...target, mode: 'only' as const, values, label }
    show({ pane: 'logs', view: { ...settings.view, filters: [...filters, only] } })
  }
  function show(changes: Partial<ExplorerSettings>) {
    const next = change(changes)
    if (asking.isAsked) write(query, 'replace', network.id, next)
  }
  const closeFilter = () => {
    filterButton.current?.focus()
    setWantsFilter(false)
  }
  const focusTable = () => table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  const close = () => {
    setSelected(undefined)
    // Focus goes back to where it came from: the table keeps its own place.
    focusTable()
  }

  const limited = query?.limit !== undefined && query.order === 'desc' && all.length >= query.limit
  const note = (
    <ExplorerNote
      count={all.length}
      matching={query?.where?.length ? matching.logs.length : undefined}
      busy={matching.busy}
      onReadAll={limited && !logs.isFetching ? () => open({ ...query, limit: undefined }) : undefined}
    />
  )

  return (
    <section
      aria-labelledby={`${id}title`}
      lang={strings.locale}
      {...rest}
      ref={measure}
      className={classNames('topic0', 'topic0-log-explorer', rest.className)}
      data-state={gate.asking ? 'asking' : status}
      data-room={room.width}
      data-low={room.isLow}
      data-details={selected !== undefined}
      data-filter={filterOpen ? 'open' : 'closed'}
      {...(theme !== 'system' && { 'data-topic0-theme': theme })}
    >
      <ExplorerHeader
        titleId={`${id}title`}
        filterId={`${id}filter`}
        filterOpen={filterOpen}
        filterRef={filterButton}
        onFilterOpen={(open) => {
          flushSync(() => setWantsFilter(open))
          if (open && !filterBeside) filter.current?.querySelector('textarea')?.focus()
        }}
        onNetwork={(networkId) => {
          setSelected(undefined)
          write(asking.askedOn(networkId), 'push', networkId)
        }}
        head={newest}
      />
      {/* On paper alone. */}
      <p className="topic0-log-explorer-question">
        {query && <ChainText text={describeQuery(query, strings, contracts)} />}
      </p>
      {/* Escape closes the details from the table, too; what has focus in it has a role of its own. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className="topic0-log-explorer-layout"
        onKeyDown={(event) => {
          const isCell = (event.target as Element).matches('[role="gridcell"], [role="columnheader"]')
          if (event.key === 'Escape' && selected && isCell && !event.defaultPrevented) close()
        }}
      >
        <ExplorerFilter
          id={`${id}filter`}
          open={filterOpen}
          isOver={!filterBeside}
          onClose={closeFilter}
          panelRef={filter}
          networkId={network.id}
          kept={kept}
          // Made anew when there is a query to begin with: what is typed belongs to one network.
          formKey={`${network.id}:${query === undefined}:${opened}`}
          defaultValue={query && { ...query, limit: undefined }}
          resetValue={asking.untouched && { ...asking.untouched, limit: undefined }}
          contracts={contracts}
          knownEvents={known}
          head={newest}
          issues={invalid?.issues}
          busy={logs.isFetching}
          onCancel={logs.cancel}
          onChange={setDraft}
          onSubmit={run}
          estimate={<ExplorerPrice draft={draft} networkId={network.id} confirmAbove={confirmAbove} />}
        />
        <div className="topic0-log-explorer-result">
          <ExplorerNotices
            linkError={linkError}
            hasSearch={link.search !== undefined}
            onDismiss={() => setLinkError(undefined)}
          />
          <ExplorerResult
            gate={gate}
            brake={explored.brake}
            onOverBudget={logs.allowOverBudget}
            onDismiss={() => write(asking.takeBack(), 'replace')}
            pane={settings.pane}
            groupsView={settings.groups}
            onGroupsView={(groups) => show({ groups })}
            ref={table}
            logs={matching.logs}
            takenBack={explored.withTakenBack}
            order={query ? query.order : 'desc'}
            staleFrom={logs.live?.staleFrom}
            onFilter={query && filterBy}
            status={status}
            error={error}
            coverage={matching.coverage}
            onRetry={retry}
            onRetryRange={logs.isFetching ? undefined : logs.retryRange}
            selected={selected}
            reveal={reveal}
            onSelect={setSelected}
            onSelectionChange={setMarked}
            note={note}
            tokens={tokens}
            density={room.isLow ? 'compact' : undefined}
            view={settings.view}
            onViewChange={(view) => show({ view })}
            labels={labels}
            explorerUrl={explorerUrl}
          >
            <ExplorerToolbar
              scan={logs}
              // Beside the logs, the table says it.
              note={settings.pane === 'groups' && note}
              head={head.data}
              liveOn={liveOn}
              canFollow={explored.canFollow}
              onLive={valid && onLive}
              pane={settings.pane}
              onPane={(pane) => show({ pane })}
              chartOpen={chartOpen}
              chartId={`${id}chart`}
              onChart={(chart) => show({ chart })}
            >
              <ExplorerExport
                network={network}
                query={valid}
                matching={matching}
                shown={shown}
                where={query?.where}
                head={logs.head}
                filters={filters}
                marked={marked}
              />
              <ExplorerShare
                query={valid && query}
                state={toLinkState(network.id, settings)}
                urlState={urlState}
                onOpen={open}
              />
            </ExplorerToolbar>
            <div id={`${id}chart`} className="topic0-log-explorer-chart" hidden={!hasChart}>
              {hasChart && (
                <ExplorerChart
                  key={`${network.id}:${runs}`}
                  logs={logs.data && shown.logs}
                  status={status}
                  error={error}
                  coverage={shown.coverage}
                  {...zooming}
                  defaultBy={settings.chartBy}
                  onBy={(chartBy) => show({ chartBy })}
                  onJump={(block) => {
                    if (settings.pane !== 'logs') show({ pane: 'logs' })
                    setReveal({ block })
                  }}
                />
              )}
            </div>
          </ExplorerResult>
        </div>
        <p role="status" className="topic0-visually-hidden">
          {selected && detailsBeside
            ? `${strings.logDetails}: ${selected.decoded?.name ?? strings.unknownEvent}, ${strings.block} ${formatNumber(selected.blockNumber, strings.locale)}`
            : ''}
        </p>
        {selected && (
          <ExplorerDetails
            // What lies over the table takes focus, and says what it is.
            ref={detailsBeside ? undefined : focusOn}
            tabIndex={-1}
            log={selected}
            networkId={network.id}
            events={events}
            knownEvents={known}
            contracts={contracts}
            lookups={lookups}
            onSelect={(log) => {
              setSelected(log)
              setReveal({ log })
            }}
            onFilter={
              query &&
              ((action) => {
                flushSync(() => {
                  filterBy(action)
                  setSelected(undefined)
                })
                focusTable()
              })
            }
            labels={labels}
            tokens={tokens}
            explorerUrl={explorerUrl}
            onClose={close}
            onKeyDown={(event) => {
              if (event.key === 'Escape') close()
            }}
          />
        )}
      </div>
    </section>
  )
}

const none: readonly KnownContract[] = []
const noFilters: NonNullable<ExplorerSettings['view']['filters']> = []
const focusOn = (element: HTMLElement | null) => element?.focus()
