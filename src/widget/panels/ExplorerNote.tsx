'use client'
import { useState } from 'react'
import { explorerStrings } from '../../components/locales/explorerStrings.ts'
import { formatNumber } from '../../components/strings/formatNumber.ts'
import { useStrings } from '../../components/strings/useStrings.ts'
import { Button } from '../../components/ui/Button.tsx'
import type { ExplorerAbi } from '../session/ExplorerAbi.ts'
import type { ExplorerSession } from '../session/useExplorerSession.ts'
import { useRecentValue } from '../session/useRecentValue.ts'

interface ExplorerNoteProps {
  session: ExplorerSession
  /** Whether these results belong to a query other than the form's. */
  isFormer: boolean
}

/** Milliseconds for which a change of the ABIs is shown. */
const abisShownFor = 12_000

/** Notes next to the count: logs decoded again, hidden by conditions, or beyond the limit. */
export function ExplorerNote({ session, isFormer }: ExplorerNoteProps) {
  const { query, all, matching, readAll } = session
  const strings = useStrings(explorerStrings)
  const number = (value: number) => formatNumber(value, strings.locale)
  const shown = number(matching.logs.length)
  const areAbisNew = useRecentValue(useAbiUpdate(session.pageAbis), abisShownFor) !== undefined
  return (
    <>
      <span role="status" className={areAbisNew ? 'topic0-badge' : 'topic0-visually-hidden'}>
        {areAbisNew && strings.abisUpdated}
      </span>
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

/** Another object after each change of the ABIs, such as by a rebuild. The first ones are no change. */
function useAbiUpdate(abis: readonly ExplorerAbi[]): object | undefined {
  const [last, setLast] = useState<{ abis: typeof abis; update?: object }>({ abis })
  if (last.abis !== abis) {
    const isChange = last.abis.length > 0 && JSON.stringify(last.abis) !== JSON.stringify(abis)
    setLast({ abis, update: isChange ? {} : last.update })
  }
  return last.update
}
