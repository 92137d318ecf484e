'use client'
import type { ReactNode } from 'react'
import type { Coverage } from '../../logs/Coverage.ts'
import { countBlocks, toIntervalSet } from '../../logs/intervals.ts'
import type { LogsPhase } from '../../logs/snapshot/describeLogs.ts'
import { ErrorMessage } from '../status/ErrorMessage.tsx'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Icon } from '../ui/Icon.tsx'
import type { CodeCheck } from './model/CodeCheck.ts'
import { logTableStrings } from './model/logTableStrings.ts'
import type { TableTools } from './useTableTools.ts'

interface LogTablePlaceholderProps {
  /** Whether failed ranges above have their own retry buttons. */
  retryAbove: boolean
  phase: LogsPhase
  error: Error | undefined
  coverage: Coverage | undefined
  onRetry: (() => void) | undefined
  /** Number of logs left out because they do not fit their event. */
  undecodable: number
  codeCheck: CodeCheck | undefined
  tools: TableTools | undefined
}

/** Shown instead of rows: no query, no logs, unknown, or an error. */
export function LogTablePlaceholder(props: LogTablePlaceholderProps) {
  const { phase, error, coverage, onRetry, retryAbove, undecodable, codeCheck, tools } = props
  const strings = useStrings(logTableStrings)
  const blocks = (set: Coverage['verified']) =>
    strings.blocks(formatNumber(countBlocks(toIntervalSet(set)), strings.locale))
  const retry = onRetry && (
    <button type="button" className="topic0-button" onClick={onRetry}>
      {strings.retry}
    </button>
  )
  if (phase === 'failed')
    return (
      <Panel kind="error" icon="warning" title={strings.errorTitle} alert action={retry}>
        {error && <ErrorMessage error={error} />}
      </Panel>
    )
  if (phase === 'idle')
    return (
      <Panel kind="idle" icon="search" title={strings.idleTitle}>
        <p>{strings.idleHelp}</p>
      </Panel>
    )
  if (phase === 'offline')
    return (
      <Panel kind="offline" icon="warning" title={strings.offlineTitle}>
        <p>{strings.offlineHelp}</p>
      </Panel>
    )
  if (phase === 'awaiting')
    return (
      <Panel kind="awaiting" icon="empty" title={strings.awaitingTitle}>
        <p>{strings.awaitingHelp}</p>
        {coverage && coverage.verified.length > 0 && (
          <p>{strings.emptyHelpCovered(blocks(coverage.verified))}</p>
        )}
      </Panel>
    )
  if (coverage && coverage.failed.length > 0)
    return (
      <Panel kind="not-known" icon="warning" title={strings.notKnownTitle} action={!retryAbove && retry}>
        <p>{strings.notKnownHelp(blocks(coverage.failed.map(({ range }) => range)))}</p>
      </Panel>
    )
  if ((phase === 'paused' || phase === 'incomplete') && coverage && coverage.pending.length > 0)
    return (
      <Panel kind="pending" icon="empty" title={strings.pendingTitle}>
        <p>{strings.pendingHelp(blocks(coverage.pending))}</p>
      </Panel>
    )
  if (phase === 'incomplete' || phase === 'paused')
    return (
      <Panel kind="not-known" icon="warning" title={strings.stoppedTitle} action={retry}>
        <p>{strings.stoppedHelp}</p>
      </Panel>
    )
  if (undecodable > 0)
    return (
      <Panel
        kind="misfits"
        icon="warning"
        title={strings.undecodableTitle(formatNumber(undecodable, strings.locale), undecodable === 1)}
      >
        <p>{strings.undecodableHelp}</p>
      </Panel>
    )
  return (
    <Panel
      kind="empty"
      icon="empty"
      title={strings.emptyTitle}
      action={tools && codeCheck && <tools.CodeCheckPrompt check={codeCheck} />}
    >
      {coverage && coverage.verified.length > 0 && (
        <p>{strings.emptyHelpCovered(blocks(coverage.verified))}</p>
      )}
      <p>{strings.emptyHelp}</p>
    </Panel>
  )
}

interface PanelProps {
  kind: string
  icon: 'warning' | 'search' | 'empty'
  title: string
  alert?: boolean
  action?: ReactNode
  children: ReactNode
}

function Panel({ kind, icon, title, alert = false, action, children }: PanelProps) {
  return (
    <div className="topic0-panel" data-state={kind} role={alert ? 'alert' : undefined}>
      <span className="topic0-panel-icon">
        <Icon name={icon} />
      </span>
      <strong>{title}</strong>
      {children}
      {action}
    </div>
  )
}
