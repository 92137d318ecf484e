'use client'
import { useRef, useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Hash } from 'viem'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import type { LogGroupsView } from '../../components/LogGroups/LogGroupsView.ts'
import { LogTable } from '../../components/LogTable/LogTable.tsx'
import type { LogFilterAction } from '../../components/LogTable/model/LogFilterAction.ts'
import { errorWords } from '../../components/strings/errorWords.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { Button } from '../../components/ui/Button.tsx'
import * as icons from '../../components/ui/icons.tsx'
import { withRef } from '../../components/ui/withRef.ts'
import { useBlockTimestamps } from '../../hooks/useBlockTimestamps.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import type { LogList } from '../../logs/list/LogList.ts'
import type { LogRow } from '../../logs/Log.ts'
import type { UseOverrunConfirmationReturnType } from '../session/useOverrunConfirmation.ts'
import type { UseScanConfirmationReturnType } from '../session/useScanConfirmation.ts'
import type { ExplorerSettings } from '../settings/ExplorerSettings.ts'
import { LazyConfirmation, LazyGroups } from './LazyPanels.tsx'

export interface ExplorerResultProps extends ComponentProps<typeof LogTable> {
  confirmation: UseScanConfirmationReturnType
  overrun: UseOverrunConfirmationReturnType
  /** Lets the scan exceed today's budget. */
  onIgnoreBudget: () => void
  /** Called when the user declines the estimate. */
  onDismiss: () => void
  pane: ExplorerSettings['pane']
  groupsView: LogGroupsView
  /** Changes with each opened link, because a link may choose the groups. */
  linkKey: number
  onGroupsView: (view: LogGroupsView) => void
  /** The logs, with those that a reorganization just removed. */
  displayed: LogList<LogRow>
  onDismissRemoved: () => void
  /** Shown above the logs. */
  children: ReactNode
}

/** The logs or their groups, or the estimate to confirm before they are read. */
export const ExplorerResult = /* @__PURE__ */ withRef(function ExplorerResult(props: ExplorerResultProps) {
  const {
    confirmation,
    overrun,
    onIgnoreBudget,
    onDismiss,
    pane,
    displayed,
    onDismissRemoved,
    groupsView,
    linkKey,
    onGroupsView,
    children,
    ...table
  } = props
  const [blocks, setBlocks] = useState<readonly Hash[]>([])
  const tablePane = useRef<HTMLDivElement>(null)
  const strings = useStrings(explorerStrings)
  const { id } = useNetwork().network
  // Requested explicitly, timestamps may use the rest of the network's budget.
  const [timesOf, setTimesOf] = useState<number>()
  const wantsTimes = timesOf === id
  const times = useBlockTimestamps({ blocks, reserve: wantsTimes ? 0 : undefined })
  const isSaving = times.isSaving && blocks.some((block) => !times.data.has(block))
  const removed = displayed.length - (table.logs?.length ?? 0)
  const note = (
    <span className="topic0-log-explorer-note">
      {removed > 0 && (
        <button
          type="button"
          className="topic0-pill"
          data-kind="danger"
          aria-label={`${strings.dismiss}: ${strings.removedCount(removed)}`}
          title={strings.dismiss}
          onClick={onDismissRemoved}
        >
          {strings.removedCount(removed)}
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
  const { logs, status, error, coverage, isComplete, head, isPaused, isOffline, onRetry } = table
  const { labels, tokens, explorerUrl } = table
  const onFilter =
    table.onFilter &&
    ((action: LogFilterAction) => {
      flushSync(() => table.onFilter?.(action))
      // The groups are unmounted: focus moves to the logs they led to.
      tablePane.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    })
  return (
    <>
      {children}
      {confirmation.estimate && (
        <LazyConfirmation
          estimate={confirmation.estimate}
          onConfirm={() => confirmation.confirm(onIgnoreBudget)}
          onDismiss={() => {
            confirmation.dismiss()
            onDismiss()
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
      <div ref={tablePane} className="topic0-log-explorer-pane" hidden={pane !== 'logs' || isAsking}>
        <LogTable
          {...table}
          part="table"
          logs={displayed}
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
          key={linkKey}
          part="groups"
          {...{ logs, status, error, coverage, isComplete, head, isPaused, isOffline, onRetry, onFilter }}
          {...{ labels, tokens, explorerUrl }}
          filters={table.view?.filters}
          defaultView={groupsView}
          onViewChange={onGroupsView}
        />
      )}
    </>
  )
})
