'use client'
import type { LogsPhase } from '../../logs/snapshot/describeLogs.ts'
import { ErrorMessage } from '../status/ErrorMessage.tsx'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { logGroupsStrings, type LogGroupsStrings } from './logGroupsStrings.ts'

type State = LogsPhase | 'busy' | 'ready' | 'error'

interface LogGroupsMessageProps {
  state: State
  undecodable: number
  error: Error | null | undefined
  onRetry: (() => void) | undefined
}

/** What is shown instead of groups. */
export function LogGroupsMessage({ state, undecodable, error, onRetry }: LogGroupsMessageProps) {
  const strings = useStrings(logGroupsStrings)
  if (state !== 'error')
    return <div className="topic0-log-groups-message">{messageOf(state, undecodable, strings)}</div>
  return (
    <div className="topic0-log-groups-message" role="alert">
      <strong>{strings.errorTitle}</strong>
      {error && <ErrorMessage error={error} />}
      {onRetry && <Button onClick={onRetry}>{strings.retry}</Button>}
    </div>
  )
}

function messageOf(state: State, undecodable: number, strings: LogGroupsStrings): string {
  const texts: Partial<Record<State, string>> = {
    idle: strings.idleTitle,
    loading: strings.loading,
    reading: strings.loading,
    empty: strings.emptyTitle,
    undecodable: strings.undecodableTitle(formatNumber(undecodable, strings.locale), undecodable === 1),
    awaiting: strings.awaitingTitle,
    offline: strings.offlineTitle,
    paused: strings.progressPaused,
    incomplete: strings.notKnownTitle,
  }
  return texts[state] ?? strings.counting
}
