'use client'
import { useMemo, useState, type RefObject } from 'react'
import type { KnownContract } from '../../components/FilterBuilder/draft/KnownContract.ts'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import type { LogTableProps, SortedRows } from '../../components/LogTable/model/LogTableProps.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import type { LogsExporter } from '../../hooks/useLogsExport.ts'
import type { LogRow } from '../../logs/Log.ts'
import { useChanged } from '../../react/useChanged.ts'
import { argColumns } from '../session/argColumns.ts'
import { useCodeCheck } from '../session/useCodeCheck.ts'
import type { ExplorerSession } from '../session/useExplorerSession.ts'
import { useTokenReader } from '../session/useTokenReader.ts'
import { ExplorerAddresses, type ExplorerAddressesProps } from './ExplorerAddresses.tsx'
import { ExplorerCompare } from './ExplorerCompare.tsx'
import { ExplorerNote } from './ExplorerNote.tsx'
import { ExplorerNotices } from './ExplorerNotices.tsx'
import { ExplorerResult } from './ExplorerResult.tsx'
import { ExplorerShare } from './ExplorerShare.tsx'
import { ExplorerToolbar } from './ExplorerToolbar.tsx'
import { LazyChart, LazyClosedExport, LazyExport } from './LazyPanels.tsx'

interface ExplorerMainProps extends Pick<
  LogTableProps,
  | 'labels'
  | 'tokens'
  | 'resolveLabel'
  | 'resolveToken'
  | 'density'
  | 'explorerUrl'
  | 'onNeighbors'
  | 'openFind'
  | 'scrollLink'
> {
  session: ExplorerSession
  chartId: string
  /** Whether the chart fits, and is shown unless the user hides it. */
  chartFits: boolean
  resultRef: RefObject<HTMLElement | null>
  liveOn: boolean
  onLive: (on: boolean) => void
  urlState: boolean
  /** Whether these results belong to a query other than the form's. */
  isFormer: boolean
  addresses: ExplorerAddressesProps
  contracts: readonly KnownContract[]
  /** Whether it is the second of two compared queries: the first has the actions on both. @default false */
  isSecond?: boolean | undefined
  /** Exports logs of the second query, also after it was closed. `undefined` until it is loaded. */
  secondExporter: LogsExporter | undefined
}

/** The toolbar, chart and result. */
export function ExplorerMain(props: ExplorerMainProps) {
  const {
    session,
    chartId,
    chartFits,
    resultRef,
    liveOn,
    onLive,
    urlState,
    isFormer,
    addresses,
    contracts,
    isSecond = false,
    secondExporter,
    ...look
  } = props
  const strings = useStrings(explorerStrings)
  const { network, query, valid, scan, matching, status, settings } = session
  const [marked, setMarked] = useState<readonly LogRow[]>([])
  const [sorted, setSorted] = useState<SortedRows>()
  // With resolvers, each network has its own table. One that is replaced does not report its marks as cleared.
  if (useChanged(network.id)) setMarked([])
  const validQuery = session.invalid ? undefined : query
  const columns = useMemo(() => argColumns(validQuery), [validQuery])
  const tokens = useTokenReader(network.id)
  const codeCheck = useCodeCheck(query, network.id)
  const chartOpen = settings.chart ?? chartFits
  const isHeld = session.confirmation.estimate !== undefined
  // The table has a retry button for each failed range, and one for all blocks if nothing was read. Groups have only the latter.
  const failed = scan.coverage?.failed.length ?? 0
  const retriesAll = settings.pane === 'groups' ? matching.logs.length > 0 : failed > 1 && status !== 'error'
  const note = <ExplorerNote {...{ session, isFormer }} />
  return (
    <section
      ref={resultRef}
      part="result"
      tabIndex={-1}
      aria-label={isSecond ? strings.compare.results : strings.results}
      className="topic0-log-explorer-result"
    >
      <ExplorerNotices {...{ session, tokens }} />
      {!isSecond && !session.compared && secondExporter && <LazyClosedExport exporter={secondExporter} />}
      <ExplorerResult
        {...{ ...look, session, codeCheck, note, columns }}
        onEditAddress={(address, field) => addresses.onEdit({ address, field })}
        onReadTokens={(addresses) => void tokens.read(addresses)}
        onSelectionChange={setMarked}
        onSortedChange={setSorted}
      >
        <ExplorerToolbar
          {...{ session, liveOn, chartOpen, chartId }}
          onRetry={retriesAll ? scan.retry : undefined}
          // With the logs, the table shows the note.
          note={settings.pane === 'groups' && <span className="topic0-log-explorer-note">{note}</span>}
          onLive={valid && !isHeld ? onLive : undefined}
        >
          {/* An open form belongs to its network. */}
          {!isSecond && <ExplorerAddresses key={network.id} {...addresses} />}
          <LazyExport
            {...{ session, marked, sorted }}
            tokens={look.tokens}
            exporter={isSecond ? secondExporter : undefined}
          />
          {!isSecond && (
            <>
              <ExplorerCompare {...{ session, contracts }} />
              <ExplorerShare {...{ session, urlState }} />
            </>
          )}
        </ExplorerToolbar>
        <ResultChart session={session} id={chartId} isOpen={chartOpen && !isHeld} />
      </ExplorerResult>
    </section>
  )
}

interface ResultChartProps {
  session: ExplorerSession
  id: string
  isOpen: boolean
}

/** The chart above the logs. Clicking a bar shows the log of that block in the table. */
function ResultChart({ session, id, isOpen }: ResultChartProps) {
  const { network, scan, all, shown, status, settings, show } = session
  // Errors are shown in place of the logs.
  const isShown = isOpen && (all.length > 0 || (status !== 'error' && status !== 'idle'))
  return (
    <div
      id={id}
      part="chart"
      className="topic0-log-explorer-chart"
      data-above={settings.pane === 'logs' && !session.overrun.estimate ? 'table' : undefined}
      hidden={!isShown}
    >
      {isShown && (
        <LazyChart
          key={`${network.id}:${session.runs}`}
          logs={scan.data && shown.logs}
          status={status}
          isOffline={session.isOffline}
          error={session.error}
          coverage={shown.coverage}
          requested={scan.progress?.range}
          {...session.zooming}
          defaultBy={settings.chartBy}
          onBy={(chartBy) => show({ chartBy })}
          onJump={(block) => {
            if (settings.pane !== 'logs') show({ pane: 'logs' })
            session.setReveal({ block })
          }}
        />
      )}
    </div>
  )
}
