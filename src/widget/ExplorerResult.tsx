'use client'
import type { ComponentProps } from 'react'
import { formatNumber } from '../components/formatNumber.ts'
import { LogTable } from '../components/LogTable/LogTable.tsx'
import { LiveStatus } from '../components/LiveStatus.tsx'
import { ScanConfirmation } from '../components/ScanEstimate/ScanConfirmation.tsx'
import { ScanProgress } from '../components/ScanProgress.tsx'
import { useStrings } from '../components/useStrings.ts'
import type { UseLogsReturnType } from '../hooks/useLogs.ts'
import type { ScanBrake } from './useScanBrake.ts'
import type { ScanGate } from './useScanGate.ts'

export interface ExplorerResultProps extends ComponentProps<typeof LogTable> {
  scan: Omit<UseLogsReturnType<never>, 'data'>
  gate: ScanGate
  brake: ScanBrake
  /** The price was not agreed to. */
  onDismiss: () => void
  /** How many logs there are. */
  count: number
  /** How many of them are shown, when not all are. */
  matching: number | undefined
  /** Whether only the newest logs were asked for, and there may be more. */
  limited: boolean
  /** The newest block. */
  head: bigint | undefined
  /** Whether the logs are to be followed. */
  liveOn: boolean
  /** Absent where there is nothing to follow. */
  onLive: ((on: boolean) => void) | undefined
}

/** What was read: how far it is, what is missing, and the logs; or the question whether to read at all. */
export function ExplorerResult(props: ExplorerResultProps) {
  const { scan, gate, brake, onDismiss, count, matching, limited, head, liveOn, onLive, ...table } = props
  const strings = useStrings()
  const number = (value: number | bigint) => formatNumber(value, strings.locale)
  if (gate.asking)
    return (
      <ScanConfirmation
        estimate={gate.asking}
        onConfirm={gate.confirm}
        onDismiss={() => {
          gate.dismiss()
          onDismiss()
        }}
      />
    )
  const isLive = liveOn && onLive !== undefined
  const behind = !isLive && head !== undefined && scan.head !== undefined ? head - scan.head : 0n
  return (
    <>
      {scan.coverage && (
        <ScanProgress
          coverage={scan.coverage}
          logs={count}
          onCancel={scan.isFetching ? scan.cancel : undefined}
          onRetry={scan.retry}
          paused={scan.isPaused}
          onPause={scan.isFetching ? scan.pause : undefined}
          onResume={scan.resume}
        />
      )}
      {onLive && (
        <LiveStatus
          live={scan.live}
          on={liveOn}
          onSwitch={onLive}
          reorg={scan.reorg?.reorg && { from: scan.reorg.reorg.from, removed: scan.reorg.removed.length }}
        />
      )}
      {matching !== undefined && (
        <p className="topic0-log-explorer-behind topic0-muted" role="status">
          {strings.shownOf(number(matching), number(count))}
        </p>
      )}
      {(limited || behind > 0n) && !scan.isFetching && (
        <p className="topic0-log-explorer-behind topic0-muted">
          {limited && <span>{strings.newestOnly(number(count))}</span>}
          {behind > 0n && (
            <>
              <span>{strings.newBlocks(number(behind))}</span>
              <button type="button" className="topic0-button" data-size="small" onClick={scan.retry}>
                {strings.refresh}
              </button>
            </>
          )}
        </p>
      )}
      {brake.asking ? (
        <ScanConfirmation
          paused
          estimate={brake.asking}
          onConfirm={brake.confirm}
          onDismiss={brake.dismiss}
        />
      ) : (
        <LogTable {...table} />
      )}
    </>
  )
}
