'use client'
import { useId, useMemo, useRef, useState } from 'react'
import type { ComponentProps } from 'react'
import type { AbiEvent } from 'viem'
import { classNames } from '../components/classNames.ts'
import { FilterBuilder } from '../components/FilterBuilder/FilterBuilder.tsx'
import type { EndpointStatus } from '../rpc/Pool.ts'
import type { KnownContract } from '../components/FilterBuilder/KnownContract.ts'
import { formatNumber } from '../components/formatNumber.ts'
import { LogDetails } from '../components/LogDetails/LogDetails.tsx'
import { LogTable } from '../components/LogTable/LogTable.tsx'
import { NetworkSelect } from '../components/NetworkSelect.tsx'
import { NetworkStatus } from '../components/NetworkStatus.tsx'
import { ScanProgress } from '../components/ScanProgress.tsx'
import { useStrings } from '../components/useStrings.ts'
import { InvalidQueryError } from '../errors.ts'
import { useBlockNumber } from '../hooks/useBlockNumber.ts'
import { useLogs } from '../hooks/useLogs.ts'
import { useNetwork } from '../hooks/useNetwork.ts'
import { useNetworkStatus } from '../hooks/useNetworkStatus.ts'
import { createLogList } from '../logs/LogList.ts'
import type { LogList } from '../logs/LogList.ts'
import type { LogRow } from '../logs/Log.ts'
import type { LogQuery } from '../logs/LogQuery.ts'
import { wellKnownEvents } from '../logs/wellKnownEvents.ts'
import { toTopicsQuery } from './toTopicsQuery.ts'

export interface ExplorerProps extends Omit<ComponentProps<'section'>, 'children'> {
  contracts?: readonly KnownContract[] | undefined
  knownEvents?: readonly AbiEvent[] | undefined
  defaultQuery?: LogQuery | undefined
  theme?: 'light' | 'dark' | 'system' | undefined
  pollingInterval?: number | undefined
}

/** Hooks joined to components: what {@link LogExplorer} shows once there are providers. */
export function Explorer(props: ExplorerProps) {
  const {
    contracts = none,
    knownEvents,
    defaultQuery,
    theme = 'system',
    pollingInterval = 15_000,
    ...rest
  } = props
  const strings = useStrings()
  const titleId = useId()
  const filterId = useId()
  const { network, networks, switchNetwork } = useNetwork()
  const head = useBlockNumber({ watch: true, pollingInterval })
  const { endpoints } = useNetworkStatus()
  // Only where there is no room for it beside the table; there it is always open.
  const [filterOpen, setFilterOpen] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const table = useRef<HTMLDivElement>(null)

  // Until something is asked for, the newest logs are shown: as of the first head, so that they stay still.
  const [firstHead, setFirstHead] = useState<{ networkId: number; head: bigint }>()
  if (head.data !== undefined && firstHead?.networkId !== network.id)
    setFirstHead({ networkId: network.id, head: head.data })
  const newest = firstHead?.networkId === network.id ? newestLogs(firstHead.head) : undefined
  const current = asked?.networkId === network.id ? asked : undefined
  const query = current?.query ?? defaultQuery ?? newest

  const events = useMemo(() => eventsOf(query, contracts), [query, contracts])
  const known = knownEvents ?? wellKnownEvents()
  const question = query && toTopicsQuery(query)
  const invalid = question instanceof InvalidQueryError ? question : undefined
  const logs = useLogs({
    ...(question instanceof InvalidQueryError ? undefined : question),
    events,
    knownEvents: known,
    strict: false,
    networkId: network.id,
    query: { enabled: question !== undefined && !invalid },
  })
  const [selected, setSelected] = useState<LogRow>()
  const rows: LogList<LogRow> = logs.data ?? emptyList
  const error = invalid ?? (query ? logs.error : head.error)
  const waiting = query ? logs.isFetching : head.isPending
  const status = error ? 'error' : waiting ? 'loading' : 'success'
  const labels = useMemo(
    () => Object.fromEntries(contracts.map(({ address, label }) => [address, label])),
    [contracts],
  )
  const explorerUrl = network.blockExplorers?.default.url
  const behind = head.data !== undefined && logs.head !== undefined ? head.data - logs.head : 0n

  const limited = query?.limit !== undefined && query.order === 'desc' && rows.length >= query.limit

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
      data-state={status}
      data-details={selected !== undefined}
      data-filter={filterOpen ? 'open' : 'closed'}
      {...(theme !== 'system' && { 'data-topic0-theme': theme })}
    >
      <header className="topic0-log-explorer-header">
        <h2 id={titleId}>{strings.logExplorer}</h2>
        <NetworkSelect
          networks={networks}
          value={network.id}
          hideLabel
          onChange={(id) => {
            setSelected(undefined)
            switchNetwork(id)
          }}
        />
        <button
          type="button"
          className="topic0-button topic0-log-explorer-toggle"
          data-size="small"
          aria-expanded={filterOpen}
          aria-controls={filterId}
          onClick={() => setFilterOpen(!filterOpen)}
        >
          {strings.filter}
        </button>
        <span className="topic0-log-explorer-head topic0-muted topic0-number">
          {head.data !== undefined && `${strings.head} ${formatNumber(head.data, strings.locale)}`}
        </span>
        <details className="topic0-log-explorer-endpoints" data-state={overallState(endpoints)}>
          <summary>{strings.endpoints}</summary>
          <NetworkStatus endpoints={endpoints} />
        </details>
      </header>
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
            onSubmit={(next) => {
              setSelected(undefined)
              setFilterOpen(false)
              setAsked({ networkId: network.id, query: { ...next, order: next.order ?? 'desc' } })
            }}
          />
        </div>
        <div className="topic0-log-explorer-result">
          {logs.coverage && (
            <ScanProgress
              coverage={logs.coverage}
              logs={rows.length}
              onCancel={logs.isFetching ? logs.cancel : undefined}
              onRetry={() => void logs.refetch()}
            />
          )}
          {(limited || behind > 0n) && !logs.isFetching && (
            <p className="topic0-log-explorer-behind topic0-muted">
              {limited && <span>{strings.newestOnly(formatNumber(rows.length, strings.locale))}</span>}
              {behind > 0n && (
                <>
                  <span>{strings.newBlocks(formatNumber(behind, strings.locale))}</span>
                  <button
                    type="button"
                    className="topic0-button"
                    data-size="small"
                    onClick={() => void logs.refetch()}
                  >
                    {strings.refresh}
                  </button>
                </>
              )}
            </p>
          )}
          <LogTable
            ref={table}
            logs={rows}
            status={status}
            error={error}
            coverage={logs.coverage}
            onRetry={() => void (query ? logs.refetch() : head.refetch())}
            selected={selected}
            onSelect={setSelected}
            labels={labels}
            explorerUrl={explorerUrl}
          />
        </div>
        {selected && (
          <LogDetails
            log={selected}
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

interface Asked {
  readonly networkId: number
  readonly query: LogQuery
}

const none: readonly KnownContract[] = []
const emptyList = createLogList<LogRow>([])

/** What is shown before anything is asked for: little enough for any endpoint. */
function newestLogs(head: bigint): LogQuery {
  return { fromBlock: head > 2_000n ? head - 2_000n : 0n, order: 'desc', limit: 1_000 }
}

/** What to decode with: the events that were asked for, then those of the contracts' ABIs. */
function eventsOf(query: LogQuery | undefined, contracts: readonly KnownContract[]): readonly AbiEvent[] {
  const given = contracts.flatMap(({ abi = [] }) => abi.filter((item) => item.type === 'event'))
  return [...(query?.events ?? []), ...given]
}

/** The endpoints in one word, for the dot beside them. */
function overallState(endpoints: readonly EndpointStatus[]): 'idle' | 'ok' | 'degraded' | 'down' {
  const used = endpoints.filter(({ state }) => state !== 'idle')
  if (used.length === 0) return 'idle'
  const healthy = used.filter(({ state }) => state === 'ok').length
  return healthy === used.length ? 'ok' : healthy > 0 ? 'degraded' : 'down'
}
