'use client'
import { useRef, useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { Hash } from 'viem'
import { errorWords } from '../../components/strings/errorWords.ts'
import { LogGroups } from '../../components/LogGroups/LogGroups.tsx'
import type { LogGroupsView } from '../../components/LogGroups/LogGroupsView.ts'
import type { LogFilterAction } from '../../components/LogTable/model/LogFilterAction.ts'
import { LogTable } from '../../components/LogTable/LogTable.tsx'
import { ScanConfirmation } from '../../components/ScanEstimate/ScanConfirmation.tsx'
import { useStrings } from '../../components/strings/useStrings.ts'
import { english } from '../../components/locales/english.ts'
import { useBlockTimestamps } from '../../hooks/useBlockTimestamps.ts'
import type { LogRow } from '../../logs/Log.ts'
import type { LogList } from '../../logs/list/LogList.ts'
import type { ExplorerSettings } from '../settings/ExplorerSettings.ts'
import type { UseOverrunConfirmationReturnType } from '../session/useOverrunConfirmation.ts'
import type { UseScanConfirmationReturnType } from '../session/useScanConfirmation.ts'

export interface ExplorerResultProps extends ComponentProps<typeof LogTable> {
  gate: UseScanConfirmationReturnType
  brake: UseOverrunConfirmationReturnType
  /** Lets the scan pass the day's budget. */
  onIgnoreBudget: () => void
  /** The price was not agreed to. */
  onDismiss: () => void
  pane: ExplorerSettings['pane']
  groupsView: LogGroupsView
  /** Changes with each link that is opened, which may say how logs are counted. */
  linkKey: number
  onGroupsView: (view: LogGroupsView) => void
  /** The logs, and those of them that the chain just took back. */
  takenBack: LogList<LogRow>
  /** What stands above the logs. */
  children: ReactNode
}

/** What was read, or the question whether to read at all. */
export function ExplorerResult(props: ExplorerResultProps) {
  const { gate, brake, onIgnoreBudget, onDismiss, pane, takenBack, children, ...others } = props
  const { groupsView, linkKey, onGroupsView, ...table } = others
  const [blocks, setBlocks] = useState<readonly Hash[]>([])
  const tablePane = useRef<HTMLDivElement>(null)
  const strings = useStrings(english)
  // Whoever wants times may have them at the cost of what is left of the day.
  const [wantsTimes, setWantsTimes] = useState(false)
  const times = useBlockTimestamps({ blocks, reserve: wantsTimes ? 0 : undefined })
  const isSaving = times.isSaving && blocks.some((block) => !times.data.has(block))
  const removed = takenBack.length - (table.logs?.length ?? 0)
  const note = (
    <span className="topic0-log-explorer-note">
      {removed > 0 && <span className="topic0-muted">{strings.ofThemRemoved(removed)}</span>}
      {table.note}
      {isSaving && !wantsTimes && (
        <>
          <span className="topic0-muted">{strings.timesSaved}</span>
          <button
            type="button"
            className="topic0-button"
            data-size="small"
            onClick={() => setWantsTimes(true)}
          >
            {strings.readTimes}
          </button>
        </>
      )}
    </span>
  )
  if (gate.asking)
    return (
      <ScanConfirmation
        estimate={gate.asking}
        onConfirm={() => gate.confirm(onIgnoreBudget)}
        onDismiss={() => {
          gate.dismiss()
          onDismiss()
        }}
      />
    )
  const { logs, status, error, coverage, isComplete, onRetry, labels, tokens, explorerUrl } = table
  const onFilter =
    table.onFilter &&
    ((action: LogFilterAction) => {
      flushSync(() => table.onFilter?.(action))
      // The groups are gone: what they led to is where focus belongs.
      tablePane.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    })
  return (
    <>
      {children}
      {brake.asking && (
        <ScanConfirmation
          paused
          estimate={brake.asking}
          onConfirm={brake.confirm}
          onDismiss={brake.dismiss}
        />
      )}
      {/* It stays where it is, with what is marked, while groups are looked at. */}
      <div
        ref={tablePane}
        className="topic0-log-explorer-pane"
        hidden={pane !== 'logs' || brake.asking !== undefined}
      >
        <LogTable
          {...table}
          logs={takenBack}
          note={note}
          timestamps={times.data}
          timesMissing={
            isSaving ? strings.timesSaved : times.error ? errorWords(times.error, strings).what : undefined
          }
          onTimesNeeded={setBlocks}
        />
      </div>
      {pane === 'groups' && !brake.asking && (
        <LogGroups
          key={linkKey}
          {...{ logs, status, error, coverage, isComplete, onRetry, onFilter, labels, tokens, explorerUrl }}
          filters={table.view?.filters}
          defaultView={groupsView}
          onViewChange={onGroupsView}
        />
      )}
    </>
  )
}
