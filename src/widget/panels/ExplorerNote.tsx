'use client'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { formatNumber } from '../../components/strings/formatNumber.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { Button } from '../../components/ui/Button.tsx'
import type { ExplorerSession } from '../session/useExplorerSession.ts'

interface ExplorerNoteProps {
  session: ExplorerSession
  /** Whether the form has changed since. */
  isFormer: boolean
}

/** Notes next to the count: logs hidden by conditions, or beyond the limit. */
export function ExplorerNote({ session, isFormer }: ExplorerNoteProps) {
  const { query, all, matching, readAll } = session
  const strings = useStrings(explorerStrings)
  const number = (value: number) => formatNumber(value, strings.locale)
  const shown = number(matching.logs.length)
  return (
    <>
      {isFormer && query && (
        <span className="topic0-badge" title={strings.formerQueryHelp}>
          {strings.formerQuery}
        </span>
      )}
      {query?.where?.length ? (
        <span className="topic0-muted">
          {matching.busy ? strings.matchingSoFar(shown) : strings.shownOf(shown, number(all.length))}
        </span>
      ) : null}
      {readAll && (
        <>
          <span className="topic0-muted">
            {query?.order === 'desc' ? strings.latestOnly : strings.oldestOnly}
          </span>
          <Button onClick={readAll}>{strings.readAll}</Button>
        </>
      )}
    </>
  )
}
