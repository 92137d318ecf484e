'use client'
import type { DecodedEvent, LogRow } from '../../logs/Log.ts'
import type { LogNeighbors } from '../LogTable/model/LogNeighbors.ts'
import { useStrings } from '../strings/useStrings.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import * as icons from '../ui/icons.tsx'
import { ChainText } from '../values/ChainText.tsx'
import { logDetailsStrings } from './logDetailsStrings.ts'
import { sourceText } from './readings.ts'

interface DetailsHeaderProps {
  log: LogRow
  decoded: DecodedEvent | undefined
  titleId: string
  json: string
  neighbors: LogNeighbors | undefined
  onSelect: ((log: LogRow) => void) | undefined
  onClose: (() => void) | undefined
}

/** The name, state and signature of the event, with buttons for the log as a whole. */
export function DetailsHeader(props: DetailsHeaderProps) {
  const { log, decoded, titleId, json, neighbors, onSelect, onClose } = props
  const strings = useStrings(logDetailsStrings)
  const name = decoded?.name ?? log.misfit?.name
  const nameless = log.topics.length === 0 ? strings.anonymousEvent : strings.unknownEvent
  return (
    <header>
      <div className="topic0-log-details-title">
        <h2 id={titleId}>{name === undefined ? nameless : <ChainText text={name} />}</h2>
        {log.removed && (
          <span
            id={`${titleId}removed`}
            className="topic0-badge"
            data-kind="danger"
            title={strings.removedHelp}
          >
            {strings.removed}
          </span>
        )}
        {decoded && <span className="topic0-badge">{sourceText(decoded, strings)}</span>}
        {decoded?.unusual && (
          <span className="topic0-badge" title={strings.unusualHelp}>
            {strings.unusual}
          </span>
        )}
      </div>
      <div className="topic0-log-details-actions">
        {neighbors && <NeighborButtons {...{ neighbors, onSelect }} />}
        <CopyButton value={json} what={strings.json} showLabel />
        {onClose && <IconButton icon={icons.cross} name={strings.close} onClick={onClose} />}
      </div>
      {decoded && (
        <code className="topic0-signature">
          <ChainText text={decoded.signature} />
        </code>
      )}
    </header>
  )
}

/** Buttons for the previous and next log. Not disabled at the ends, to keep focus. */
function NeighborButtons({
  neighbors,
  onSelect,
}: { neighbors: LogNeighbors } & Pick<DetailsHeaderProps, 'onSelect'>) {
  const strings = useStrings(logDetailsStrings)
  return (['previous', 'next'] as const).map((which) => {
    const log = neighbors[which]
    const name = which === 'previous' ? strings.previousLog : strings.nextLog
    return (
      <IconButton
        key={which}
        icon={which === 'previous' ? icons.up : icons.down}
        name={name}
        title={`${name} (Alt+${which === 'previous' ? '↑' : '↓'})`}
        aria-keyshortcuts={which === 'previous' ? 'Alt+ArrowUp' : 'Alt+ArrowDown'}
        aria-disabled={log === undefined}
        onClick={() => log && onSelect?.(log)}
      />
    )
  })
}
