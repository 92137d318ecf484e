'use client'
import { useState, type ReactNode } from 'react'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { BudgetMeter } from '../../components/status/BudgetMeter.tsx'
import { NetworkSelect } from '../../components/status/NetworkSelect.tsx'
import { overallState } from '../../components/status/overallState.ts'
import { formatNumber } from '../../components/strings/formatNumber.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { Button } from '../../components/ui/Button.tsx'
import * as icons from '../../components/ui/icons.tsx'
import { NodeError } from '../../errors/NodeError.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { useNetworkStatus } from '../../hooks/useNetworkStatus.ts'
import { isUnreachable, type ConnectivityStatus } from '../../logs/ConnectivityStatus.ts'
import type { EndpointStatus } from '../../rpc/Pool.ts'
import { LazyEndpoints } from './LazyPanels.tsx'
import type { FilterPanel } from './useFilterPanel.ts'

export interface ExplorerHeaderProps {
  titleId: string
  filterId: string
  filter: FilterPanel
  head: bigint | undefined
  /** Whether live updates have waited for an answer for a while. */
  silent: boolean
  /** The search field. */
  children?: ReactNode
}

/** The header: network, latest block, budget and endpoints. */
export function ExplorerHeader(props: ExplorerHeaderProps) {
  const { titleId, filterId, filter, head, silent, children } = props
  const { buttonRef, isOpen: isFilterOpen } = filter
  const strings = useStrings(explorerStrings)
  const { network, networks, switchNetwork } = useNetwork()
  const { endpoints, connectivity, budget } = useNetworkStatus()
  return (
    <header part="header" className="topic0-log-explorer-header">
      <Button
        ref={buttonRef}
        className="topic0-log-explorer-toggle"
        aria-expanded={isFilterOpen}
        aria-controls={filterId}
        onClick={() => filter.show(!isFilterOpen)}
      >
        {icons.filter}
        {strings.filter}
      </Button>
      <h2 id={titleId}>{strings.logExplorer}</h2>
      <NetworkSelect networks={networks} value={network.id} hideLabel onChange={switchNetwork} />
      {children}
      <span className="topic0-log-explorer-head topic0-muted topic0-number">
        {head !== undefined && `${strings.head} ${formatNumber(head, strings.locale)}`}
      </span>
      {budget.quota !== undefined && <BudgetMeter budget={budget} compact />}
      <EndpointsDisclosure {...{ endpoints, connectivity, silent }} />
    </header>
  )
}

interface EndpointsDisclosureProps extends Pick<ExplorerHeaderProps, 'silent'> {
  endpoints: readonly EndpointStatus[]
  connectivity: ConnectivityStatus
}

/** The endpoints, the budget and the requests; while closed, whether the endpoints respond. */
function EndpointsDisclosure({ endpoints, connectivity, silent }: EndpointsDisclosureProps) {
  const strings = useStrings(explorerStrings)
  const [isOpen, setOpen] = useState(false)
  const number = (value: number) => formatNumber(value, strings.locale)
  const used = endpoints.filter(({ state }) => state !== 'idle')
  const isLimited =
    used.length > 0 && used.every(({ error }) => error instanceof NodeError && error.kind === 'rate-limited')
  const state = overallState(endpoints, connectivity, silent)
  const health = describeHealth()
  return (
    // Escape closes the panel from anywhere within it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details
      className="topic0-log-explorer-endpoints"
      data-state={state}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.currentTarget.open = false
        event.currentTarget.querySelector('summary')?.focus()
      }}
    >
      <summary>
        {/* The state is a tooltip for pointers and hidden text for screen readers. */}
        <span className="topic0-log-explorer-health" title={health} aria-hidden="true">
          {stateIcons[state]}
          <span className="topic0-button-word">{label()}</span>
        </span>
        <span className="topic0-visually-hidden">{`${strings.endpoints}: ${health}`}</span>
      </summary>
      <div className="topic0-log-explorer-status">{isOpen && <LazyEndpoints silent={silent} />}</div>
    </details>
  )

  function label(): string {
    if (connectivity === 'offline') return strings.offline
    return isLimited ? strings.rateLimited : strings.endpoints
  }

  function describeHealth(): string {
    if (isUnreachable(connectivity)) return strings.cutOff[connectivity]
    if (silent) return strings.liveSilent(undefined)
    if (used.length === 0) return strings.endpointStates.idle
    if (isLimited) return strings.rateLimited
    const responding = used.filter((endpoint) => endpoint.state === 'ok')
    return strings.endpointsResponding(number(responding.length), number(used.length))
  }
}

// Distinct shapes, because not everyone sees colors, and forced colors remove them.
const stateIcons = { idle: icons.ring, ok: icons.check, degraded: icons.warning, down: icons.cross } as const
