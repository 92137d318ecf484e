'use client'
import { useEffect, useId, useRef, useState, type CSSProperties } from 'react'
import { RequestLog } from '../components/RequestLog/RequestLog.tsx'
import requestLogStyles from '../components/RequestLog/requests.css?inline'
import { BudgetMeter } from '../components/status/BudgetMeter.tsx'
import { NetworkSelect } from '../components/status/NetworkSelect.tsx'
import { NetworkStatus } from '../components/status/NetworkStatus.tsx'
import { StringsContext } from '../components/strings/StringsContext.ts'
import { Button } from '../components/ui/Button.tsx'
import { ChoiceGroup } from '../components/ui/ChoiceGroup.tsx'
import { IconButton } from '../components/ui/IconButton.tsx'
import * as icons from '../components/ui/icons.tsx'
import { useLogsConfig } from '../hooks/useLogsConfig.ts'
import { useNetwork } from '../hooks/useNetwork.ts'
import { useNetworkStatus } from '../hooks/useNetworkStatus.ts'
import { useRequestLog } from '../hooks/useRequestLog.ts'
import { hydration, useStatus } from '../hooks/useStatus.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import { CachePanel } from './CachePanel.tsx'
import { paddedStyle, type PanelProps } from './PanelProps.ts'
import { QueriesPanel } from './QueriesPanel.tsx'

export interface LogsDevtoolsProps {
  /** @default the provider's */
  config?: LogsConfig | undefined
  /** Whether the panel is open at first. @default false */
  initialOpen?: boolean | undefined
  /** The corner of its button. @default 'bottom-right' */
  position?: 'bottom-right' | 'bottom-left' | undefined
  /** @default 'system' */
  theme?: 'system' | 'light' | 'dark' | undefined
}

const panels = {
  queries: QueriesPanel,
  requests: RequestsPanel,
  endpoints: EndpointsPanel,
  cache: CachePanel,
}
type PanelName = keyof typeof panels

const choices = [
  { value: 'queries', label: 'Queries' },
  { value: 'requests', label: 'Requests' },
  { value: 'endpoints', label: 'Endpoints' },
  { value: 'cache', label: 'Cache' },
] as const

/**
 * A floating panel for development: the queries with their state and coverage, the request log, the endpoints with
 * their learned limits and the budget, and the cache. Sends no requests. Import `topic0/styles.css`, and render it
 * inside `LogsProvider` and react-query's `QueryClientProvider`. Renders nothing on a server.
 *
 * @example
 * <LogsDevtools />
 */
export function LogsDevtools(props: LogsDevtoolsProps) {
  const isMounted = useStatus(hydration, false)
  if (!isMounted) return null
  return (
    // English throughout: its own texts are not translated.
    <StringsContext.Provider value={english}>
      <Devtools {...props} />
    </StringsContext.Provider>
  )
}

const english = {}

function Devtools({
  config: given,
  initialOpen = false,
  position = 'bottom-right',
  theme = 'system',
}: LogsDevtoolsProps) {
  const config = useLogsConfig(given)
  const { network, networks } = useNetwork({ config })
  const [isOpen, setOpen] = useState(initialOpen)
  const [panel, setPanel] = useState<PanelName>('queries')
  // The app's network until another one is chosen here.
  const [chosen, setChosen] = useState<number>()
  const chainId = networks.find(({ id }) => id === chosen)?.id ?? network.id
  const button = useRef<HTMLButtonElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(isOpen)
  const id = useId()
  useEffect(() => {
    if (wasOpen.current !== isOpen) (isOpen ? close : button).current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const Panel = panels[panel]
  const side = position === 'bottom-left' ? { insetInlineStart: '1rem' } : { insetInlineEnd: '1rem' }
  const shown = theme === 'system' ? {} : { 'data-topic0-theme': theme }
  if (!isOpen)
    return (
      <div lang="en" className="topic0" style={{ ...floating, ...side }} {...shown}>
        <Button
          size="normal"
          ref={button}
          aria-expanded={false}
          style={buttonShadow}
          onClick={() => setOpen(true)}
        >
          Topic0 devtools
        </Button>
      </div>
    )
  return (
    // Escape closes the panel from anywhere within it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-labelledby={id}
      lang="en"
      className="topic0"
      style={{ ...floating, ...side, ...panelStyle }}
      {...shown}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) setOpen(false)
      }}
    >
      <header style={headerStyle}>
        <h2 id={id} style={titleStyle}>
          Topic0 devtools
        </h2>
        {networks.length > 1 && (
          <NetworkSelect networks={networks} value={chainId} hideLabel onChange={setChosen} />
        )}
        <IconButton icon={icons.cross} name="Close devtools" ref={close} onClick={() => setOpen(false)} />
        <div style={tabsStyle}>
          <ChoiceGroup label="Show" value={panel} choices={choices} onChange={setPanel} />
        </div>
      </header>
      <style>{requestLogStyles}</style>
      {/* Scrollable, so it must be focusable. */}
      <div
        style={bodyStyle}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={choices.find(({ value }) => value === panel)?.label}
      >
        <Panel config={config} chainId={chainId} />
      </div>
    </section>
  )
}

// Not in `topic0/styles.css`, which production loads.
const floating: CSSProperties = { position: 'fixed', zIndex: 99_999, insetBlockEnd: '1rem' }
const buttonShadow: CSSProperties = { boxShadow: '0 2px 10px rgb(0 0 0 / 20%)' }
const panelStyle: CSSProperties = {
  display: 'flex',
  flexDirection: 'column',
  inlineSize: 'min(34rem, calc(100vw - 2rem))',
  blockSize: 'min(40rem, calc(100vh - 2rem))',
  border: '1px solid var(--t0-border)',
  borderRadius: 'var(--t0-radius)',
  background: 'var(--t0-background)',
  boxShadow: '0 8px 28px rgb(0 0 0 / 24%)',
}
const headerStyle: CSSProperties = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '0.5rem',
  padding: '0.5rem 0.75rem',
  borderBlockEnd: '1px solid var(--t0-border)',
}
const titleStyle: CSSProperties = { flex: 1, fontSize: 'inherit', fontWeight: 650 }
const tabsStyle: CSSProperties = { flex: '1 0 100%' }
const edgeToEdge: CSSProperties = { borderInline: 0, borderRadius: 0 }
const bodyStyle: CSSProperties = { flex: 1, minBlockSize: 0, overflow: 'auto' }

/** The endpoints with their learned limits, and the daily budget. */
function EndpointsPanel({ config, chainId }: PanelProps) {
  const { endpoints, connectivity, budget, ignoreBudget } = useNetworkStatus({ config, chainId })
  return (
    <>
      <div style={paddedStyle}>
        <BudgetMeter budget={budget} onIgnoreBudget={() => ignoreBudget()} />
      </div>
      <NetworkStatus endpoints={endpoints} connectivity={connectivity} style={edgeToEdge} />
    </>
  )
}

/** The latest calls, and what they cost. */
function RequestsPanel({ config, chainId }: PanelProps) {
  const { requests, clear } = useRequestLog(config.getClient(chainId))
  return <RequestLog requests={requests} onClear={clear} />
}
