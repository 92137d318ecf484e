'use client'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { formatNumber } from '../../components/strings/formatNumber.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { Button } from '../../components/ui/Button.tsx'

export interface ExplorerNoteProps {
  /** Number of logs. */
  count: number
  /** Number of logs shown, if not all are. */
  matching: number | undefined
  /** Whether matching is in progress. */
  busy: boolean
  /** Whether the form has changed since. */
  isFormer: boolean
  /** Reads the logs beyond the limit; absent if there are none. */
  onReadAll: (() => void) | undefined
  order: 'asc' | 'desc' | undefined
}

/** Notes next to the count: logs hidden by conditions, or beyond the limit. */
export function ExplorerNote({ count, matching, busy, isFormer, onReadAll, order }: ExplorerNoteProps) {
  const strings = useStrings(explorerStrings)
  const number = (value: number) => formatNumber(value, strings.locale)
  return (
    <>
      {isFormer && (
        <span className="topic0-badge" title={strings.formerQueryHelp}>
          {strings.formerQuery}
        </span>
      )}
      {matching !== undefined && (
        <span className="topic0-muted">
          {busy ? strings.matchingSoFar(number(matching)) : strings.shownOf(number(matching), number(count))}
        </span>
      )}
      {onReadAll && (
        <>
          <span className="topic0-muted">{order === 'desc' ? strings.latestOnly : strings.oldestOnly}</span>
          <Button onClick={onReadAll}>{strings.readAll}</Button>
        </>
      )}
    </>
  )
}
