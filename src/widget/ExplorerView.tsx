'use client'
import { useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '../components/classNames.ts'
import { FilterBuilder } from '../components/FilterBuilder/FilterBuilder.tsx'
import type { KnownContract } from '../components/FilterBuilder/KnownContract.ts'
import { InvalidQueryError } from '../errors.ts'
import { useBlockNumber } from '../hooks/useBlockNumber.ts'
import { useLogsConfig } from '../hooks/useLogsConfig.ts'
import { useLogs } from '../hooks/useLogs.ts'
import { useNetwork } from '../hooks/useNetwork.ts'
import type { LogRow } from '../logs/Log.ts'
import { createLogList } from '../logs/LogList.ts'
import type { LogList } from '../logs/LogList.ts'
import { findBlockByTime } from '../logs/findBlockByTime.ts'
import { findDeployment } from '../logs/findDeployment.ts'
import type { LogSearch } from '../logs/LogSearch.ts'
import { wellKnownEvents } from '../logs/wellKnownEvents.ts'
import type { ExplorerProps } from './Explorer.tsx'
import { ExplorerChart } from './ExplorerChart.tsx'
import { ExplorerDetails } from './ExplorerDetails.tsx'
import { ExplorerExport } from './ExplorerExport.tsx'
import { ExplorerHeader } from './ExplorerHeader.tsx'
import { ExplorerNotices } from './ExplorerNotices.tsx'
import { ExplorerPrice } from './ExplorerPrice.tsx'
import { ExplorerResult } from './ExplorerResult.tsx'
import type { ExplorerSettings } from './ExplorerSettings.ts'
import { ExplorerShare } from './ExplorerShare.tsx'
import { ExplorerToolbar } from './ExplorerToolbar.tsx'
import { eventsOf } from './eventsOf.ts'
import { toFilteredSearch } from './toFilteredSearch.ts'
import { toLinkState } from './toLinkState.ts'
import { toTopicsQuery } from './toTopicsQuery.ts'
import { useExplorerQuery } from './useExplorerQuery.ts'
import { useExplorerSettings } from './useExplorerSettings.ts'
import { useFreshPrices } from './useFreshPrices.ts'
import { useKeptQueries } from './useKeptQueries.ts'
import { useMatching } from './useMatching.ts'
import { useRoom } from './useRoom.ts'
import { useScanBrake } from './useScanBrake.ts'
import { useScanGate } from './useScanGate.ts'
import type { ShareLink } from './useShareLink.ts'
import { writeLink } from './writeLink.ts'

interface ExplorerViewProps extends Omit<ExplorerProps, 'defaultLive'> {
  /** What the page's address says. */
  link: ShareLink
  liveOn: boolean
  onLive: (on: boolean) => void
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
  const { confirmAbove = 0.5, lookups, link, liveOn, onLive, urlState = false, ...rest } = more
  const id = useId()
  const { network } = useNetwork()
  const client = useLogsConfig().getClient(network.id)
  const { room, measure } = useRoom()
  const { settings, change } = useExplorerSettings(link.settings)
  const [wantsFilter, setWantsFilter] = useState<boolean>()
  // Else it lies over the table, and is opened when it is wanted.
  const filterBeside = room.width === 'wide' || room.width === 'full'
  const filterOpen = wantsFilter ?? filterBeside
  const chartOpen = settings.chart ?? (room.width !== 'narrow' && room.isTall)
  const [selected, setSelected] = useState<LogRow>()
  const [reveal, setReveal] = useState<{ block: bigint }>()
  // How often another question was asked, and how often not by the form: it shows it then.
  const [runs, setRuns] = useState(0)
  const [opened, setOpened] = useState(0)
  // What is followed brings its head along.
  const head = useBlockNumber({ watch: !liveOn, pollingInterval })
  const [marked, setMarked] = useState<readonly LogRow[]>([])
  const [linkError, setLinkError] = useState(link.error)
  const table = useRef<HTMLDivElement>(null)
  const filter = useRef<HTMLDivElement>(null)
  const filterButton = useRef<HTMLButtonElement>(null)
  const asking = useExplorerQuery(network.id, head.data, defaultQuery)
  const { query, draft, setDraft } = asking
  const { saved, recent, store } = useKeptQueries(network.id)

  const events = useMemo(() => eventsOf(query, contracts), [query, contracts])
  const known = knownEvents ?? wellKnownEvents()
  const question = query && toTopicsQuery(query)
  const invalid = question instanceof InvalidQueryError ? question : undefined
  const valid = question instanceof InvalidQueryError ? undefined : question
  const gate = useScanGate(valid, { networkId: network.id, confirmAbove })
  // What ends cannot be followed.
  const canFollow = valid !== undefined && !valid.blockHash && (valid.toBlock ?? 'latest') === 'latest'
  const logs = useLogs({
    ...valid,
    live: liveOn && canFollow,
    pollingInterval: Math.min(pollingInterval, 4_000),
    events,
    knownEvents: known,
    strict: false,
    networkId: network.id,
    query: { enabled: valid !== undefined && gate.open },
  })
  const brake = useScanBrake(valid, network.id, logs)
  useFreshPrices(logs.isFetching)

  const all: LogList<LogRow> = logs.data ?? emptyList
  const rows = useMatching(all, query?.where)
  const error = invalid ?? (query ? logs.error : head.error)
  const waiting = query ? logs.isPending || logs.isFetching : head.isPending
  const status = error ? 'error' : gate.dismissed ? 'idle' : waiting ? 'loading' : 'success'
  // What went wrong is said where the logs would be.
  const hasChart = chartOpen && (all.length > 0 || (status !== 'error' && status !== 'idle'))
  const labels = useMemo(
    () => Object.fromEntries(contracts.map(({ address, label }) => [address, label])),
    [contracts],
  )
  const explorerUrl = network.blockExplorers?.default.url
  const retry = () => (query ? logs.retry() : void head.refetch())
  const write = (
    next: LogSearch | undefined,
    as: 'push' | 'replace',
    networkId = network.id,
    look = settings,
  ) => writeLink(link, next, toLinkState(networkId, look), as)

  function run(next: LogSearch) {
    setSelected(undefined)
    setLinkError(undefined)
    if (!filterBeside) setWantsFilter(false)
    setRuns(runs + 1)
    gate.reset()
    store.remember(next)
    write(asking.ask(next), 'push')
  }
  /** Runs a query that did not come out of the form, and shows it there. */
  function open(next: LogSearch) {
    run(next)
    setOpened(opened + 1)
  }
  /** The same with other blocks: what is drawn of them stays. */
  function ask(next: LogSearch) {
    open(next)
    setRuns(runs)
  }
  function show(changes: Partial<ExplorerSettings>) {
    const next = change(changes)
    if (asking.isAsked) write(query, 'replace', network.id, next)
  }
  const close = () => {
    setSelected(undefined)
    // Focus goes back to where it came from: the table keeps its own place.
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }

  return (
    <section
      aria-labelledby={`${id}title`}
      {...rest}
      ref={measure}
      className={classNames('topic0', 'topic0-log-explorer', rest.className)}
      data-state={gate.asking ? 'asking' : status}
      data-room={room.width}
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
        head={logs.live?.head ?? head.data}
      />
      <div className="topic0-log-explorer-layout">
        {/* Escape closes what lies over the table from anywhere in it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
        <div
          ref={filter}
          id={`${id}filter`}
          className="topic0-log-explorer-filter"
          hidden={!filterOpen}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.defaultPrevented || filterBeside) return
            flushSync(() => setWantsFilter(false))
            filterButton.current?.focus()
          }}
        >
          <FilterBuilder
            // Made anew when there is a query to begin with: what is typed belongs to one network.
            key={`${network.id}:${query === undefined}:${opened}`}
            defaultValue={query && { ...query, limit: undefined }}
            contracts={contracts}
            knownEvents={known}
            head={head.data}
            issues={invalid?.issues}
            busy={logs.isFetching}
            onCancel={logs.cancel}
            onChange={setDraft}
            onSubmit={run}
            saved={saved}
            recent={recent}
            onSave={(one) => store.save(one)}
            onRename={(one, name) => store.rename(one, name)}
            onForget={(one) => store.forget(one)}
            estimate={<ExplorerPrice draft={draft} networkId={network.id} confirmAbove={confirmAbove} />}
            findBlock={(time, options) => findBlockByTime(client, time, options)}
            findDeployment={(address, options) => findDeployment(client, address, options)}
          />
        </div>
        <div className="topic0-log-explorer-result">
          <ExplorerNotices linkError={linkError} onDismiss={() => setLinkError(undefined)} />
          <ExplorerResult
            gate={gate}
            brake={brake}
            onOverBudget={logs.allowOverBudget}
            onDismiss={() => write(asking.takeBack(), 'replace')}
            pane={settings.pane}
            ref={table}
            logs={rows}
            onFilter={query && ((action) => open(toFilteredSearch(query, action)))}
            status={status}
            error={error}
            coverage={logs.coverage}
            onRetry={retry}
            selected={selected}
            onRetryRange={logs.isFetching ? undefined : logs.retryRange}
            reveal={reveal}
            onSelect={setSelected}
            onSelectionChange={setMarked}
            view={settings.view}
            onViewChange={(view) => show({ view })}
            labels={labels}
            explorerUrl={explorerUrl}
          >
            <ExplorerToolbar
              scan={logs}
              count={all.length}
              matching={query?.where?.length ? rows.length : undefined}
              limited={query?.limit !== undefined && query.order === 'desc' && all.length >= query.limit}
              head={head.data}
              liveOn={liveOn}
              onLive={canFollow ? onLive : undefined}
              pane={settings.pane}
              onPane={(pane) => show({ pane })}
              chartOpen={chartOpen}
              chartId={`${id}chart`}
              onChart={(chart) => show({ chart })}
            >
              <ExplorerExport
                network={network}
                query={valid}
                logs={rows}
                where={query?.where}
                coverage={logs.coverage}
                head={logs.head}
                filters={settings.view.filters ?? noFilters}
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
                  key={runs}
                  logs={logs.data && rows}
                  status={status}
                  error={error}
                  coverage={logs.coverage}
                  query={query}
                  onZoom={ask}
                  onJump={(block) => {
                    if (settings.pane !== 'logs') show({ pane: 'logs' })
                    setReveal({ block })
                  }}
                />
              )}
            </div>
          </ExplorerResult>
        </div>
        {selected && (
          <ExplorerDetails
            log={selected}
            networkId={network.id}
            events={events}
            knownEvents={known}
            contracts={contracts}
            lookups={lookups}
            onSelect={setSelected}
            labels={labels}
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
const emptyList = createLogList<LogRow>([])
