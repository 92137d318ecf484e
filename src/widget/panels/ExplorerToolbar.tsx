'use client'
import type { ReactNode } from 'react'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { CoverageBar } from '../../components/status/CoverageBar.tsx'
import { LiveStatus } from '../../components/status/LiveStatus.tsx'
import { ScanProgress } from '../../components/status/ScanProgress.tsx'
import { formatNumber } from '../../components/strings/formatNumber.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { Button } from '../../components/ui/Button.tsx'
import { ChoiceGroup } from '../../components/ui/ChoiceGroup.tsx'
import * as icons from '../../components/ui/icons.tsx'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { useNetworkStatus } from '../../hooks/useNetworkStatus.ts'
import { archiveHost } from '../../rpc/networks/NetworkArchive.ts'
import type { ExplorerSession } from '../session/useExplorerSession.ts'
import { useRecentValue } from '../session/useRecentValue.ts'

interface ExplorerToolbarProps {
  session: ExplorerSession
  /** Retries everything that failed. Absent if there is such a button below. */
  onRetry: (() => void) | undefined
  /** Notes next to the count of logs. */
  note: ReactNode
  /** Whether live updates are on. */
  liveOn: boolean
  /** Absent without a query. */
  onLive: ((on: boolean) => void) | undefined
  chartOpen: boolean
  chartId: string
  /** Actions on all logs. */
  children: ReactNode
}

/** Milliseconds for which a reorganization is shown. */
const reorgShownFor = 60_000

/** The line above the logs: whether they are live and complete, and actions on them. */
export function ExplorerToolbar(props: ExplorerToolbarProps) {
  const { session, onRetry, note, liveOn, onLive, chartOpen, chartId, children } = props
  const { scan, canFollow, settings, show } = session
  const strings = useStrings(explorerStrings)
  const { network } = useNetwork()
  const isLive = liveOn && canFollow
  const { coverage } = scan
  return (
    <div part="toolbar" className="topic0-log-explorer-toolbar">
      <div className="topic0-log-explorer-facts">
        {onLive && <LiveSwitch {...{ session, liveOn, onLive }} />}
        {coverage && (
          <ScanProgress
            bar={false}
            following={isLive}
            coverage={coverage}
            fetching={scan.isFetching}
            head={scan.head}
            archive={archiveHost(network)}
            range={scan.progress?.range}
            progress={scan.progress}
            onCancel={scan.isFetching ? scan.cancel : undefined}
            onRetry={onRetry}
            paused={scan.isScanPaused}
            onPause={scan.isFetching ? scan.pause : undefined}
            onResume={scan.resume}
          />
        )}
        {!isLive && <NewBlocks session={session} />}
      </div>
      {note}
      <div className="topic0-log-explorer-actions">
        <ChoiceGroup
          label={strings.showAs}
          value={settings.pane}
          choices={[
            { value: 'logs', label: strings.logs },
            { value: 'groups', label: strings.groupsShort },
          ]}
          onChange={(pane) => show({ pane })}
        />
        <Button
          title={strings.histogram}
          aria-expanded={chartOpen}
          aria-controls={chartId}
          onClick={() => show({ chart: !chartOpen })}
        >
          {icons.chart}
          <span className="topic0-button-word">{strings.chart}</span>
        </Button>
        {children}
      </div>
      {/* The chart shows coverage, too. */}
      {!chartOpen && coverage && (
        <CoverageBar coverage={coverage} range={scan.progress?.range} legend={false} />
      )}
    </div>
  )
}

interface LiveSwitchProps extends Pick<ExplorerToolbarProps, 'session' | 'liveOn'> {
  onLive: (on: boolean) => void
}

/** The switch of live updates, their status, and the last reorganization for a while. */
function LiveSwitch({ session, liveOn, onLive }: LiveSwitchProps) {
  const { scan, canFollow } = session
  const strings = useStrings(explorerStrings)
  const { connectivity } = useNetworkStatus()
  const change = useRecentValue(scan.reorg, reorgShownFor)
  const live = scan.isScanPaused ? ({ ...notStarted, ...scan.live, status: 'paused' } as const) : scan.live
  return (
    <LiveStatus
      live={live}
      connectivity={connectivity}
      on={liveOn}
      onSwitch={onLive}
      unavailable={canFollow ? undefined : strings.liveEnded}
      reorg={
        change?.reorg && {
          from: change.reorg.from,
          removed: change.type === 'change' ? change.removed.length : 0,
        }
      }
    />
  )
}

/** The live status of a scan that was paused before live updates started. */
const notStarted = { source: 'polling', pollingInterval: undefined, lastUpdated: undefined } as const

/** How many blocks are newer than the result, with a button to read them. */
function NewBlocks({ session }: { session: ExplorerSession }) {
  const { scan, canFollow, valid, polledHead: head } = session
  const strings = useStrings(explorerStrings)
  // New blocks do not tell how far a tag such as `safe` has moved on.
  const isComparable = canFollow || typeof valid?.toBlock === 'bigint'
  // Newer blocks do not matter to a range that has ended.
  const hasEnded = !canFollow && !scan.coverage?.pending.length
  if (!isComparable || hasEnded || scan.isFetching) return null
  if (head === undefined || scan.head === undefined || head <= scan.head) return null
  return (
    <span className="topic0-log-explorer-behind">
      <span className="topic0-muted">
        {strings.newBlocks(formatNumber(head - scan.head, strings.locale))}
      </span>
      <Button onClick={scan.retry}>{strings.refresh}</Button>
    </span>
  )
}
