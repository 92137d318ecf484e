'use client'
import type { ReactNode } from 'react'
import type { Coverage } from '../../logs/Coverage.ts'
import { countBlocks, toIntervalSet } from '../../logs/intervals.ts'
import { ErrorMessage } from '../status/ErrorMessage.tsx'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Icon } from '../ui/Icon.tsx'
import type { IconPath } from '../ui/Icon.tsx'
import * as icons from '../ui/icons.ts'
import { useLogTableContext } from './LogTableContext.ts'
import type { CodeCheck } from './model/CodeCheck.ts'
import { logTableStrings } from './model/logTableStrings.ts'

export interface LogTablePlaceholderProps {
  /** Offers to check for a contract at the address if no log was found. */
  codeCheck?: CodeCheck | undefined
  /** Shown in place of the default text: `state` of `useLogTable` says why there are no rows. */
  children?: ReactNode
}

/**
 * Shown instead of rows: no query, no logs, unknown, or an error. Leave it out only if you show them elsewhere.
 *
 * @example
 * <LogTable.Placeholder />
 */
export function LogTablePlaceholder({ codeCheck, children }: LogTablePlaceholderProps): ReactNode {
  const { props, tools, phase, isLoading, isEmpty, undecodable } = useLogTableContext('LogTable.Placeholder')
  const strings = useStrings(logTableStrings)
  if (!isEmpty || isLoading) return null
  if (children !== undefined) return children
  const { error, coverage, onRetry, onRetryRange } = props
  // Failed ranges above have their own retry buttons.
  const retryAbove = onRetryRange !== undefined && coverage?.failed.length === 1
  const blocks = (set: Coverage['verified']) =>
    strings.blocks(formatNumber(countBlocks(toIntervalSet(set)), strings.locale))
  const retry = onRetry && (
    <button type="button" className="topic0-button" onClick={onRetry}>
      {strings.retry}
    </button>
  )
  if (phase === 'failed')
    return (
      <Panel kind="error" icon={icons.warning} title={strings.errorTitle} alert action={retry}>
        {error && <ErrorMessage error={error} />}
      </Panel>
    )
  if (phase === 'idle')
    return (
      <Panel kind="idle" icon={icons.search} title={strings.idleTitle}>
        <p>{strings.idleHelp}</p>
      </Panel>
    )
  if (phase === 'offline')
    return (
      <Panel kind="offline" icon={icons.warning} title={strings.offlineTitle}>
        <p>{strings.offlineHelp}</p>
      </Panel>
    )
  if (phase === 'awaiting')
    return (
      <Panel kind="awaiting" icon={icons.empty} title={strings.awaitingTitle}>
        <p>{strings.awaitingHelp}</p>
        {coverage && coverage.verified.length > 0 && (
          <p>{strings.emptyHelpCovered(blocks(coverage.verified))}</p>
        )}
      </Panel>
    )
  if (coverage && coverage.failed.length > 0)
    return (
      <Panel
        kind="not-known"
        icon={icons.warning}
        title={strings.notKnownTitle}
        action={!retryAbove && retry}
      >
        <p>{strings.notKnownHelp(blocks(coverage.failed.map(({ range }) => range)))}</p>
      </Panel>
    )
  if ((phase === 'paused' || phase === 'incomplete') && coverage && coverage.pending.length > 0)
    return (
      <Panel kind="pending" icon={icons.empty} title={strings.pendingTitle}>
        <p>{strings.pendingHelp(blocks(coverage.pending))}</p>
      </Panel>
    )
  if (phase === 'incomplete' || phase === 'paused')
    return (
      <Panel kind="not-known" icon={icons.warning} title={strings.stoppedTitle} action={retry}>
        <p>{strings.stoppedHelp}</p>
      </Panel>
    )
  if (undecodable > 0)
    return (
      <Panel
        kind="misfits"
        icon={icons.warning}
        title={strings.undecodableTitle(formatNumber(undecodable, strings.locale), undecodable === 1)}
      >
        <p>{strings.undecodableHelp}</p>
      </Panel>
    )
  return (
    <Panel
      kind="empty"
      icon={icons.empty}
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
  icon: IconPath
  title: string
  alert?: boolean
  action?: ReactNode
  children: ReactNode
}

function Panel({ kind, icon, title, alert = false, action, children }: PanelProps) {
  return (
    <div className="topic0-panel" data-state={kind} role={alert ? 'alert' : undefined}>
      <span className="topic0-panel-icon">
        <Icon path={icon} />
      </span>
      <strong>{title}</strong>
      {children}
      {action}
    </div>
  )
}
