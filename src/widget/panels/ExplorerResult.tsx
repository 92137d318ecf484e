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
  const [blocks, setBlocks] = useState<readonly Hash[]>([])
  const strings = useStrings(explorerStrings)
  const { id } = useNetwork().network
  // Requested explicitly, timestamps may use the rest of the network's budget.
  const [timesOf, setTimesOf] = useState<number>()
  const wantsTimes = timesOf === id
  const times = useBlockTimestamps({ blocks, reserve: wantsTimes ? 0 : undefined })
  const isSaving = times.isSaving && blocks.some((block) => !times.data.has(block))
  const removed = displayed.length - matching.logs.length
  const number = (value: number) => formatNumber(value, strings.locale)
  const removedText =
    session.notShown > 0
      ? strings.removedSome(number(removed), number(session.notShown))
      : strings.removedCount(number(removed))
  const note = (
    <span className="topic0-log-explorer-note">
      {removed > 0 && (
        <button
          type="button"
          className="topic0-pill"
          data-kind="danger"
          aria-label={`${strings.dismiss}: ${removedText}`}
          title={strings.dismiss}
          onClick={session.dismissRemoved}
        >
          {removedText}
          {icons.cross}
        </button>
      )}
      {table.note}
      {isSaving && !wantsTimes && (
        <>
          <span className="topic0-muted">{strings.timesHidden}</span>
          <Button onClick={() => setTimesOf(id)}>{strings.readTimes}</Button>
        </>
      )}
    </span>
  )
  const isAsking = (confirmation.estimate ?? overrun.estimate) !== undefined
  const { labels, tokens, explorerUrl } = table
  // Of the table and the groups.
  const result = {
    ...{ status: session.status, error: session.error, coverage: matching.coverage, head: scan.head },
    // Blocks that are not available yet do not count as unread.
    isComplete: matching.busy ? undefined : scan.isComplete,
    isPaused: scan.isScanPaused,
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
          {...{ ...table, ...result }}
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
          timestamps={times.data}
          timesMissing={
            isSaving ? strings.timesHidden : times.error ? errorWords(times.error, strings).what : undefined
          }
          onTimesNeeded={setBlocks}
        />
      </div>
      {pane === 'groups' && !isAsking && (
        <LazyGroups
          // A link may choose the groups.
          key={session.link.key}
          part="groups"
          {...{ ...result, labels, tokens, explorerUrl }}
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
