'use client'
import { useState, type ComponentProps, type ReactNode } from 'react'
import type { Hash } from 'viem'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { LogTable } from '../../components/LogTable/LogTable.tsx'
import { removedBy } from '../../components/LogTable/model/withResult.ts'
import { errorWords } from '../../components/strings/errorWords.ts'
import { formatNumber } from '../../components/strings/formatNumber.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { Button } from '../../components/ui/Button.tsx'
import * as icons from '../../components/ui/icons.tsx'
import { useBlockTimestamps } from '../../hooks/useBlockTimestamps.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import type { ExplorerSession } from '../session/useExplorerSession.ts'
import { LazyConfirmation, LazyGroups } from './LazyPanels.tsx'

interface ExplorerResultProps extends ComponentProps<typeof LogTable> {
  session: ExplorerSession
  /** Shown above the logs. */
  children: ReactNode
}

/** The logs or their groups, or the estimate to confirm before they are read. */
export function ExplorerResult({ session, children, ...table }: ExplorerResultProps) {
  const { confirmation, overrun, settings, show, query, scan, matching, displayed } = session
  const { pane } = settings
  const strings = useStrings(explorerStrings)
  const { readTimes, ...times } = useRowTimes()
  const note = (
    <span className="topic0-log-explorer-note">
      <RemovedPill session={session} />
      {table.note}
      {readTimes && (
        <>
          <span className="topic0-muted">{strings.timesHidden}</span>
          <Button onClick={readTimes}>{strings.readTimes}</Button>
        </>
      )}
    </span>
  )
  const isAsking = (confirmation.estimate ?? overrun.estimate) !== undefined
  const { labels, tokens, resolveLabel, resolveToken, explorerUrl } = table
  // Lookups of one network must not show on another.
  const lookupKey = (resolveLabel ?? resolveToken) && session.network.id
  // Of the table and the groups.
  const result = {
    ...{ status: session.status, error: session.error, coverage: matching.coverage, head: scan.head },
    // Blocks that are not available yet do not count as unread.
    isComplete: matching.busy ? undefined : scan.isComplete,
    isScanPaused: scan.isScanPaused,
    isOffline: session.isOffline,
    // Retrying does not help an invalid query.
    onRetry: session.invalid ? undefined : session.retry,
  }
  return (
    <>
      {children}
      {confirmation.estimate && (
        <LazyConfirmation
          estimate={confirmation.estimate}
          onConfirm={() => confirmation.confirm(scan.ignoreBudget)}
          onDismiss={() => {
            confirmation.dismiss()
            session.goBack()
          }}
        />
      )}
      {overrun.estimate && (
        <LazyConfirmation
          paused
          estimate={overrun.estimate}
          onConfirm={overrun.confirm}
          onDismiss={overrun.dismiss}
        />
      )}
      {/* Stays mounted behind groups and confirmations, to keep its scroll position and selection. */}
      <div className="topic0-log-explorer-pane" hidden={pane !== 'logs' || isAsking}>
        <LogTable
          key={lookupKey}
          {...{ ...table, ...result, ...times }}
          part="table"
          logs={displayed}
          order={query ? query.order : 'desc'}
          removed={removedBy([scan])}
          staleFrom={scan.live?.staleFrom}
          onFilter={query && session.filterBy}
          onRetryRange={scan.isFetching ? undefined : scan.retryRange}
          selected={session.selected}
          reveal={session.reveal}
          onSelect={session.select}
          view={settings.view}
          onViewChange={(view) => show({ view })}
          note={note}
        />
      </div>
      {pane === 'groups' && !isAsking && (
        <LazyGroups
          // A link may choose the groups.
          key={`${session.link.key} ${lookupKey}`}
          part="groups"
          {...{ ...result, labels, tokens, resolveLabel, resolveToken, explorerUrl }}
          logs={matching.logs}
          onFilter={query && session.filterBy}
          filters={settings.view.filters}
          onFiltersChange={(filters) => show({ view: { ...settings.view, filters } })}
          defaultView={settings.groups}
          onViewChange={(groups) => show({ groups })}
        />
      )}
    </>
  )
}

/** How many logs are still shown although a reorganization removed them. Pressing it dismisses them. */
function RemovedPill({ session }: { session: ExplorerSession }) {
  const { displayed, matching, notShown, dismissRemoved } = session
  const strings = useStrings(explorerStrings)
  const number = (value: number) => formatNumber(value, strings.locale)
  const removed = displayed.length - matching.logs.length
  if (removed <= 0) return null
  const text =
    notShown > 0
      ? strings.removedSome(number(removed), number(notShown))
      : strings.removedCount(number(removed))
  return (
    <button
      type="button"
      className="topic0-pill"
      data-kind="danger"
      aria-label={`${strings.dismiss}: ${text}`}
      title={strings.dismiss}
      onClick={dismissRemoved}
    >
      {text}
      {icons.cross}
    </button>
  )
}

/** The timestamps of the rows in view. When little of the day's budget is left, they are read only if the user asks for them. */
function useRowTimes() {
  const strings = useStrings(explorerStrings)
  const { id } = useNetwork().network
  const [blocks, setBlocks] = useState<readonly Hash[]>([])
  const [requestedOn, setRequestedOn] = useState<number>()
  const isRequested = requestedOn === id
  // Those asked for may use the rest of the budget.
  const { data, error, ...times } = useBlockTimestamps({ blocks, reserve: isRequested ? 0 : undefined })
  const isSaving = times.isSaving && blocks.some((block) => !data.has(block))
  const problem = error ? errorWords(error, strings).what : undefined
  return {
    timestamps: data,
    timesMissing: isSaving ? strings.timesHidden : problem,
    onTimesNeeded: setBlocks,
    /** Reads them; `undefined` unless some were left out to save the budget. */
    readTimes: isSaving && !isRequested ? () => setRequestedOn(id) : undefined,
  }
}
