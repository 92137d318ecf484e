'use client'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { formatInterval } from '../../components/strings/formatInterval.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { Button } from '../../components/ui/Button.tsx'
import * as icons from '../../components/ui/icons.tsx'
import type { BlockInterval } from '../../logs/Coverage.ts'
import type { NetworkWatch } from './WatchState.ts'
import { watchStore } from './WatchStore.ts'

interface WatchNotesProps {
  watch: NetworkWatch
  /** Reads blocks that were not checked. */
  onRead?: ((blocks: BlockInterval) => void) | undefined
}

/** The gaps in the new logs: why they are not read now, and which blocks were not read. */
export function WatchNotes({ watch: { chainId, issue, missed }, onRead }: WatchNotesProps) {
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
                if (onRead) onRead(missed)
                else watchStore.update(chainId, (before) => ({ ...before, missed: undefined }))
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
