'use client'
import { useId, useMemo, useRef, useState } from 'react'
import type { ComponentProps } from 'react'
import type { AbiEvent } from 'viem'
import { classNames } from '../components/classNames.ts'
import { FilterBuilder } from '../components/FilterBuilder/FilterBuilder.tsx'
import type { KnownContract } from '../components/FilterBuilder/KnownContract.ts'
import type { LocalFilter } from '../components/LogTable/LocalFilter.ts'
import { InvalidQueryError } from '../errors.ts'
import { useBlockNumber } from '../hooks/useBlockNumber.ts'
import { ErrorMessage } from '../components/ErrorMessage.tsx'
import { useLogsConfig } from '../hooks/useLogsConfig.ts'
import { useLogs } from '../hooks/useLogs.ts'
import { useNetwork } from '../hooks/useNetwork.ts'
import type { LogRow } from '../logs/Log.ts'
import { createLogList } from '../logs/LogList.ts'
import type { LogList } from '../logs/LogList.ts'
import { findBlockByTime } from '../logs/findBlockByTime.ts'
import { findDeployment } from '../logs/findDeployment.ts'
import type { LogSearch } from '../logs/LogSearch.ts'
import type { EventLookup } from '../logs/lookup/EventLookup.ts'
import { wellKnownEvents } from '../logs/wellKnownEvents.ts'
import { ExplorerDetails } from './ExplorerDetails.tsx'
import { ExplorerExport } from './ExplorerExport.tsx'
import { ExplorerHeader } from './ExplorerHeader.tsx'
import { ExplorerPrice } from './ExplorerPrice.tsx'
import { ExplorerResult } from './ExplorerResult.tsx'
import { StorageNotice } from './StorageNotice.tsx'
import { toFilteredSearch } from './toFilteredSearch.ts'
import { toTopicsQuery } from './toTopicsQuery.ts'
import { useMatching } from './useMatching.ts'
import { useShareLink } from './useShareLink.ts'
import { ExplorerCode } from './ExplorerCode.tsx'
import { eventsOf } from './eventsOf.ts'
import { useFreshPrices } from './useFreshPrices.ts'
import { useExplorerQuery } from './useExplorerQuery.ts'
import { useScanBrake } from './useScanBrake.ts'
import { useScanGate } from './useScanGate.ts'

export interface ExplorerProps extends Omit<ComponentProps<'section'>, 'children'> {
  contracts?: readonly KnownContract[] | undefined
  knownEvents?: readonly AbiEvent[] | undefined
  defaultQuery?: LogSearch | undefined
  urlState?: boolean | undefined
  theme?: 'light' | 'dark' | 'system' | undefined
  pollingInterval?: number | undefined
  confirmAbove?: number | undefined
  lookups?: readonly EventLookup[] | undefined
  defaultLive?: boolean | undefined
}

/** Hooks joined to components: what {@link LogExplorer} shows once there are providers. */
export function Explorer({ urlState = false, ...props }: ExplorerProps) {
  const link = useShareLink(urlState)
  return (
    <ExplorerView
      // Another link is another page.
      key={link.text}
      {...props}
      defaultQuery={link.search ?? props.defaultQuery}
      linkError={link.error}
      urlState={urlState}
    />
  )
}

function ExplorerView(props: ExplorerProps & { linkError: InvalidQueryError | undefined }) {
  const {
    contracts = none,
    knownEvents,
    defaultQuery,
    theme = 'system',
    pollingInterval = 15_000,
    confirmAbove = 0.5,
    lookups,
    defaultLive = false,
    linkError,
    urlState = false,
    ...rest
  } = props
  const titleId = useId()
  const filterId = useId()
  const { network } = useNetwork()
  const client = useLogsConfig().getClient(network.id)
  // Only where there is no room for it beside the table; there it is always open.
  const [filterOpen, setFilterOpen] = useState(false)
  const [selected, setSelected] = useState<LogRow>()
  // How often a query was pasted: the form shows it then.
  const [opened, setOpened] = useState(0)
  const [liveOn, setLiveOn] = useState(defaultLive)
  // What is followed brings its head along.
  const head = useBlockNumber({ watch: !liveOn, pollingInterval })
  const [marked, setMarked] = useState<readonly LogRow[]>([])
  const [filters, setFilters] = useState<readonly LocalFilter[]>([])
  const table = useRef<HTMLDivElement>(null)
  const { query, draft, setDraft, ask, takeBack } = useExplorerQuery(network.id, head.data, defaultQuery)

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
  const labels = useMemo(
    () => Object.fromEntries(contracts.map(({ address, label }) => [address, label])),
    [contracts],
  )
  const explorerUrl = network.blockExplorers?.default.url
  function run(next: LogSearch) {
    setSelected(undefined)
    setFilterOpen(false)
    gate.reset()
    ask(next)
  }
  /** Runs a query that did not come out of the form, and shows it there. */
  function open(next: LogSearch) {
    run(next)
    setOpened(opened + 1)
  }
  const close = () => {
    setSelected(undefined)
    // Focus goes back to where it came from: the table keeps its own place.
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }

  return (
    <section
      aria-labelledby={titleId}
      {...rest}
      className={classNames('topic0', 'topic0-log-explorer', rest.className)}
      data-state={gate.asking ? 'asking' : status}
      data-details={selected !== undefined}
      data-filter={filterOpen ? 'open' : 'closed'}
      {...(theme !== 'system' && { 'data-topic0-theme': theme })}
    >
      <ExplorerHeader
        titleId={titleId}
        filterId={filterId}
        filterOpen={filterOpen}
        onFilterOpen={setFilterOpen}
        onNetwork={() => setSelected(undefined)}
        head={logs.live?.head ?? head.data}
      />
      <div className="topic0-log-explorer-layout">
        <div id={filterId} className="topic0-log-explorer-filter">
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
            findBlock={(time, options) => findBlockByTime(client, time, options)}
            findDeployment={(address, options) => findDeployment(client, address, options)}
          />
          <ExplorerPrice draft={draft} networkId={network.id} confirmAbove={confirmAbove} />
          {valid && query && (
            <ExplorerCode query={query} networkId={network.id} urlState={urlState} onOpen={open} />
          )}
        </div>
        <div className="topic0-log-explorer-result">
          {linkError && <ErrorMessage error={linkError} />}
          <StorageNotice />
          <ExplorerExport
            network={network}
            query={valid}
            logs={rows}
            where={query?.where}
            coverage={logs.coverage}
            head={logs.head}
            filters={filters}
            marked={marked}
          />
          <ExplorerResult
            scan={logs}
            gate={gate}
            brake={brake}
            onDismiss={takeBack}
            count={all.length}
            matching={query?.where?.length ? rows.length : undefined}
            liveOn={liveOn}
            onLive={canFollow ? setLiveOn : undefined}
            limited={query?.limit !== undefined && query.order === 'desc' && all.length >= query.limit}
            head={head.data}
            ref={table}
            logs={rows}
            onFilter={query && ((action) => open(toFilteredSearch(query, action)))}
            status={status}
            error={error}
            coverage={logs.coverage}
            onRetry={() => (query ? logs.retry() : void head.refetch())}
            selected={selected}
            onSelect={setSelected}
            onSelectionChange={setMarked}
            onViewChange={(view) => setFilters(view.filters ?? [])}
            labels={labels}
            explorerUrl={explorerUrl}
          />
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
const emptyList = createLogList<LogRow>([])
