'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ComponentProps } from 'react'
import type { AbiEvent } from 'viem'
import { classNames } from '../components/classNames.ts'
import { FilterBuilder } from '../components/FilterBuilder/FilterBuilder.tsx'
import type { KnownContract } from '../components/FilterBuilder/KnownContract.ts'
import type { LocalFilter } from '../components/LogTable/LocalFilter.ts'
import { InvalidQueryError } from '../errors.ts'
import { useBlockNumber } from '../hooks/useBlockNumber.ts'
import { useLogs } from '../hooks/useLogs.ts'
import { useNetwork } from '../hooks/useNetwork.ts'
import type { LogRow } from '../logs/Log.ts'
import { createLogList } from '../logs/LogList.ts'
import type { LogList } from '../logs/LogList.ts'
import type { LogQuery } from '../logs/LogQuery.ts'
import type { EventLookup } from '../logs/lookup/EventLookup.ts'
import { wellKnownEvents } from '../logs/wellKnownEvents.ts'
import { ExplorerDetails } from './ExplorerDetails.tsx'
import { ExplorerExport } from './ExplorerExport.tsx'
import { ExplorerHeader } from './ExplorerHeader.tsx'
import { ExplorerPrice } from './ExplorerPrice.tsx'
import { ExplorerResult } from './ExplorerResult.tsx'
import { StorageNotice } from './StorageNotice.tsx'
import { toTopicsQuery } from './toTopicsQuery.ts'
import { useExplorerQuery } from './useExplorerQuery.ts'
import { useScanBrake } from './useScanBrake.ts'
import { useScanGate } from './useScanGate.ts'

export interface ExplorerProps extends Omit<ComponentProps<'section'>, 'children'> {
  contracts?: readonly KnownContract[] | undefined
  knownEvents?: readonly AbiEvent[] | undefined
  defaultQuery?: LogQuery | undefined
  theme?: 'light' | 'dark' | 'system' | undefined
  pollingInterval?: number | undefined
  confirmAbove?: number | undefined
  lookups?: readonly EventLookup[] | undefined
  defaultLive?: boolean | undefined
}

/** Hooks joined to components: what {@link LogExplorer} shows once there are providers. */
export function Explorer(props: ExplorerProps) {
  const {
    contracts = none,
    knownEvents,
    defaultQuery,
    theme = 'system',
    pollingInterval = 15_000,
    confirmAbove = 0.5,
    lookups,
    defaultLive = false,
    ...rest
  } = props
  const titleId = useId()
  const filterId = useId()
  const { network } = useNetwork()
  // Only where there is no room for it beside the table; there it is always open.
  const [filterOpen, setFilterOpen] = useState(false)
  const [selected, setSelected] = useState<LogRow>()
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

  const rows: LogList<LogRow> = logs.data ?? emptyList
  const error = invalid ?? (query ? logs.error : head.error)
  const waiting = query ? logs.isPending || logs.isFetching : head.isPending
  const status = error ? 'error' : gate.dismissed ? 'idle' : waiting ? 'loading' : 'success'
  const labels = useMemo(
    () => Object.fromEntries(contracts.map(({ address, label }) => [address, label])),
    [contracts],
  )
  const explorerUrl = network.blockExplorers?.default.url
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
            key={`${network.id}:${query === undefined}`}
            defaultValue={query && { ...query, limit: undefined }}
            contracts={contracts}
            knownEvents={known}
            head={head.data}
            issues={invalid?.issues}
            busy={logs.isFetching}
            onCancel={logs.cancel}
            onChange={setDraft}
            onSubmit={(next) => {
              setSelected(undefined)
              setFilterOpen(false)
              gate.reset()
              ask(next)
            }}
          />
          <ExplorerPrice draft={draft} networkId={network.id} confirmAbove={confirmAbove} />
        </div>
        <div className="topic0-log-explorer-result">
          <StorageNotice />
          <ExplorerExport
            network={network}
            query={valid}
            logs={rows}
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
            count={rows.length}
            liveOn={liveOn}
            onLive={canFollow ? setLiveOn : undefined}
            limited={query?.limit !== undefined && query.order === 'desc' && rows.length >= query.limit}
            head={head.data}
            ref={table}
            logs={rows}
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

/** What to decode with: the events that were asked for, then those of the contracts' ABIs. */
function eventsOf(query: LogQuery | undefined, contracts: readonly KnownContract[]): readonly AbiEvent[] {
  const given = contracts.flatMap(({ abi = [] }) => abi.filter((item) => item.type === 'event'))
  return [...(query?.events ?? []), ...given]
}

/** What a scan has read costs nothing any more: prices are worked out anew when one ends. */
function useFreshPrices(reading: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!reading) void queryClient.invalidateQueries({ queryKey: ['topic0', 'scanEstimate'] })
  }, [queryClient, reading])
}
