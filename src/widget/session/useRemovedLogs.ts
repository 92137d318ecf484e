'use client'
import { useMemo, useState } from 'react'
import type { AbiEvent } from 'viem'
import { createDecoder } from '../../logs/decode/createDecoder.ts'
import type { FollowChange } from '../../logs/follow/FollowState.ts'
import type { LogRow } from '../../logs/Log.ts'
import type { LogList } from '../../logs/list/LogList.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { matchesWhere } from '../../logs/analyse/matchesWhere.ts'
import { useRecentValue } from './useRecentValue.ts'
import { withRemoved } from './withRemoved.ts'

/** In milliseconds: how long removed logs stay visible. */
const shownFor = 12_000
/** Most removed logs shown; their number is shown anyway. */
const most = 200

/** The logs with those that the last reorganization removed, for a while or until they are dismissed. */
export function useRemovedLogs(
  logs: LogList<LogRow>,
  change: FollowChange | undefined,
  { events, known, where = none }: RemovedLogsOptions,
): { readonly displayed: LogList<LogRow>; readonly dismissRemoved: () => void } {
  const recent = useRecentValue(change, shownFor)
  const [dismissed, setDismissed] = useState<FollowChange>()
  const gone = recent?.type === 'change' && recent !== dismissed ? recent.removed : undefined
  const removed = useMemo(() => {
    if (!gone) return noRows
    const decoder = createDecoder(events, { strict: false, known })
    return gone
      .slice(0, most)
      .map((log): LogRow => ({
        ...log,
        removed: true,
        decoded: decoder.decode(log),
        misfit: decoder.misfit(log),
      }))
      .filter(({ decoded }) => matchesWhere(decoded, where))
  }, [gone, events, known, where])
  const displayed = useMemo(() => withRemoved(logs, removed), [logs, removed])
  return { displayed, dismissRemoved: () => setDismissed(recent) }
}

interface RemovedLogsOptions {
  readonly events: readonly AbiEvent[]
  readonly known: readonly AbiEvent[]
  readonly where: LogSearch['where']
}

const none: NonNullable<LogSearch['where']> = []
const noRows: readonly LogRow[] = []
