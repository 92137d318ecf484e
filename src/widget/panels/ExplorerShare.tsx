'use client'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import * as icons from '../../components/ui/icons.tsx'
import type { ExplorerSession } from '../session/useExplorerSession.ts'
import { PopoverButton } from './PopoverButton.tsx'

interface ExplorerShareProps {
  session: ExplorerSession
  /** Whether this page reads the links. */
  urlState: boolean
}

/** The share dialog: the current query to copy, or another one to paste. */
export function ExplorerShare({ session, urlState }: ExplorerShareProps) {
  const query = session.valid && session.query
  const strings = useStrings(explorerStrings)
  return (
    <PopoverButton icon={icons.link} label={strings.share} title={strings.queryCode} disabled={!query}>
      {({ QueryCode }, close) =>
        query && (
          <QueryCode
            query={query}
            page={urlState && typeof location !== 'undefined' ? location.href : undefined}
            state={session.linkState}
            filters={session.filters}
            onOpen={(next, link, note) => {
              // Stays open while there is a note to read.
              if (note === undefined) close()
              if (link === undefined) session.run(next)
              else session.link.open(link)
            }}
          />
        )
      }
    </PopoverButton>
  )
}
