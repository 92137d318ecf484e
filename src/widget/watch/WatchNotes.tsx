'use client'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { formatInterval } from '../../components/strings/formatInterval.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { Button } from '../../components/ui/Button.tsx'
import * as icons from '../../components/ui/icons.tsx'
import type { BlockInterval } from '../../logs/Coverage.ts'
import type { WatchIssue } from './WatchState.ts'

interface WatchNotesProps {
  issue: WatchIssue | undefined
  /** Blocks that were not checked. */
  missed: BlockInterval | undefined
  /** Reads them. */
  onRead?: ((blocks: BlockInterval) => void) | undefined
  /** Called when they are read or dismissed. */
  onDismiss: () => void
}

/** The gaps in the new logs: why they are not read now, and which blocks were not read. */
export function WatchNotes({ issue, missed, onRead, onDismiss }: WatchNotesProps) {
  const { watch: strings, dismiss, locale } = useStrings(explorerStrings)
  return (
    <>
      {issue && (
        <p className="topic0-watch-note">
          {icons.warning}
          {strings.issues[issue]}
        </p>
      )}
      {missed && (
        <p className="topic0-watch-note">
          {icons.warning}
          <span>
            {strings.missed(formatInterval(missed, locale), missed.from === missed.to)}{' '}
            <Button
              onClick={() => {
                onDismiss()
                onRead?.(missed)
              }}
            >
              {onRead ? strings.readMissed : dismiss}
            </Button>
          </span>
        </p>
      )}
    </>
  )
}
