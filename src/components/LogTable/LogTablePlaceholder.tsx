'use client'
import type { ReactNode, JSX } from 'react'
import type { Coverage } from '../../logs/Coverage.ts'
import { countBlocks, toIntervalSet } from '../../logs/intervals.ts'
import { ErrorMessage } from '../status/ErrorMessage.tsx'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import * as icons from '../ui/icons.tsx'
import { Announcement } from './Announcement.tsx'
import { useLogTableContext } from './LogTableContext.ts'
import type { CodeCheck } from './model/CodeCheck.ts'
import { logTableStrings, type LogTableStrings } from './model/logTableStrings.ts'
import type { LogTableState } from './useLogTableState.ts'

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
  const table = useLogTableContext('LogTable.Placeholder')
  const strings = useStrings(logTableStrings)
  const { props, tools, isLoading, isEmpty } = table
  const absence: Partial<Absence> = isEmpty && !isLoading ? describeAbsence(table, strings) : {}
  const { kind = '', title = '', help = [], icon = icons.warning, action } = absence
  // Live regions are mounted before their text: else screen readers would not announce it.
  if (children !== undefined)
    return (
      <div role="status" className={title && children ? 'topic0-panel' : undefined}>
        {title && children}
      </div>
    )
  const { error, onRetry } = props
  const isError = kind === 'error'
  return (
    <>
      {/* An error is an alert. */}
      <Announcement kind={kind}>{isError ? '' : title}</Announcement>
      {title && (
        <div className="topic0-panel" data-state={kind} role={isError ? 'alert' : undefined}>
          <span className="topic0-panel-icon">{icon}</span>
          <strong>{title}</strong>
          {isError && error && <ErrorMessage error={error} />}
          {help.map((text) => (
            <p key={text}>{text}</p>
          ))}
          {action === 'retry' && onRetry && (
            <Button size="normal" onClick={onRetry}>
              {strings.retry}
            </Button>
          )}
          {action === 'check-code' && tools && codeCheck && <tools.CodeCheckPrompt check={codeCheck} />}
        </div>
      )}
    </>
  )
}

interface Absence {
  readonly kind: string
  readonly title: string
  readonly help?: readonly string[]
  /** @default a warning */
  readonly icon?: JSX.Element
  readonly action?: 'retry' | 'check-code' | undefined
}

/** Why there are no rows. */
function describeAbsence(
  { props, chains, phase, undecodable }: LogTableState,
  strings: LogTableStrings,
): Absence {
  const coverages = (chains ?? [props]).flatMap(({ coverage }) => coverage ?? [])
  const failures = coverages.flatMap(({ failed }) => failed)
  const count = (read: (coverage: Coverage) => Coverage['verified']) =>
    coverages.reduce((sum, coverage) => sum + countBlocks(toIntervalSet(read(coverage))), 0n)
  const blocks = (amount: bigint) => strings.blocks(formatNumber(amount, strings.locale))
  const verified = count((coverage) => coverage.verified)
  const covered = verified > 0n ? [strings.emptyHelpCovered(blocks(verified))] : []
  if (phase === 'failed') return { kind: 'error', title: strings.errorTitle, action: 'retry' }
  if (phase === 'idle')
    return { kind: 'idle', title: strings.idleTitle, help: [strings.idleHelp], icon: icons.search }
  if (phase === 'offline')
    return { kind: 'offline', title: strings.offlineTitle, help: [strings.offlineHelp] }
  if (phase === 'awaiting')
    return {
      kind: 'awaiting',
      title: strings.awaitingTitle,
      help: [strings.awaitingHelp, ...covered],
      icon: icons.empty,
    }
  if (failures.length > 0) {
    const failed = count((coverage) => coverage.failed.map(({ range }) => range))
    const help = [strings.notKnownHelp(blocks(failed))]
    // A failed range above has its own retry button.
    const action = failures.length === 1 && props.onRetryRange ? undefined : 'retry'
    return { kind: 'not-known', title: strings.notKnownTitle, help, action }
  }
  if (phase === 'paused' || phase === 'incomplete') {
    const pending = count((coverage) => coverage.pending)
    if (pending === 0n)
      return { kind: 'not-known', title: strings.stoppedTitle, help: [strings.stoppedHelp], action: 'retry' }
    const help = [strings.pendingHelp(blocks(pending))]
    return { kind: 'pending', title: strings.pendingTitle, help, icon: icons.empty }
  }
  if (undecodable > 0)
    return {
      kind: 'misfits',
      title: strings.undecodableTitle(formatNumber(undecodable, strings.locale), undecodable === 1),
      help: [strings.undecodableHelp],
    }
  return {
    kind: 'empty',
    title: strings.emptyTitle,
    help: [...covered, strings.emptyHelp],
    icon: icons.empty,
    action: 'check-code',
  }
}
