'use client'
import { useMemo, useState } from 'react'
import type { AbiEvent } from 'viem'
import { listDirection } from '../../components/LogTable/model/chainOrder.ts'
import { matchesWhere } from '../../logs/analyze/matchesWhere.ts'
import { createDecoder } from '../../logs/decode/createDecoder.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { FollowChange } from '../../logs/follow/FollowState.ts'
import { createLogList, type LogList } from '../../logs/list/LogList.ts'
import { decodeRow } from '../../logs/list/LogRows.ts'
import type { LogRow } from '../../logs/Log.ts'
import { lowerBound } from '../../logs/lowerBound.ts'
import { compareLogs, logId } from '../../logs/order.ts'
import { useRecentValue } from './useRecentValue.ts'

/** Milliseconds for which removed logs stay visible. */
const shownFor = 12_000
/** Maximum removed logs to show. */
const maxShown = 200

/** The logs with those that the last reorganization removed, for a while or until they are dismissed. */
export function useRemovedLogs(
  logs: LogList<LogRow>,
  change: FollowChange | undefined,
  { events, known, where = none, order }: RemovedLogsOptions,
): RemovedLogs {
  const recent = useRecentValue(change, shownFor)
  const [dismissed, setDismissed] = useState<FollowChange>()
  const gone = recent?.type === 'change' && recent !== dismissed ? recent.removed : undefined
  const removed = useMemo(() => {
    if (!gone) return nothing
    const decoder = createDecoder(events, { strict: false, known })
    const read = (log: (typeof gone)[number]): LogRow => decodeRow(log, decoder)
    // A deep reorganization removes very many logs: only conditions need all of them decoded.
    const matching = where.length === 0 ? gone : gone.filter((log) => matchesWhere(read(log).decoded, where))
    return { rows: matching.slice(0, maxShown).map(read), notShown: Math.max(matching.length - maxShown, 0) }
  }, [gone, events, known, where])
  const displayed = useMemo(() => withRemoved(logs, removed.rows, order), [logs, removed, order])
  return { displayed, notShown: removed.notShown, dismissRemoved: () => setDismissed(recent) }
}

interface RemovedLogs {
  readonly displayed: LogList<LogRow>
  /** How many more logs were removed than can be shown. */
  readonly notShown: number
  readonly dismissRemoved: () => void
}

interface RemovedLogsOptions {
  readonly events: readonly AbiEvent[]
  readonly known: readonly AbiEvent[]
  readonly where: LogSearch['where']
  /** The order of `logs`, while there are too few to tell. */
  readonly order: 'asc' | 'desc' | undefined
}

const none: NonNullable<LogSearch['where']> = []
const nothing = { rows: [] as readonly LogRow[], notShown: 0 }

/** A list with removed logs added in their old places. Reads only the rows needed to find these. */
export function withRemoved(
  logs: LogList<LogRow>,
  removed: readonly LogRow[],
  order?: 'asc' | 'desc',
): LogList<LogRow> {
  const direction = listDirection(logs, order) === 'desc' ? -1 : 1
  const extra = removed
    .filter((log) => !includesLog(logs, log, order))
    .toSorted((a, b) => compareLogs(a, b) * direction)
  if (extra.length === 0) return logs
  // Placed before its replacement, if any.
  const places = extra.map((log, index) => index + countBefore(logs, log, direction))
  const length = logs.length + extra.length
  const at = (index: number): LogRow | undefined => {
    const place = index < 0 ? length + index : index
    const passed = places.findLastIndex((one) => one <= place)
    return passed >= 0 && places[passed] === place ? extra[passed] : logs.at(place - passed - 1)
  }
  const toArray = () => Array.from({ length }, (_, index) => at(index)!)
  const list = () => createLogList(toArray(), logs.undecodable)
  return {
    length,
    undecodable: logs.undecodable,
    at: (index) => (index < -length || index >= length ? undefined : at(index)),
    slice: (start, end) => list().slice(start, end),
    map: (fn) => toArray().map(fn),
    filter: (fn) => toArray().filter(fn),
    toArray,
    toJSON: () => list().toJSON(),
    [Symbol.iterator]: () => toArray()[Symbol.iterator](),
  }
}

/** Whether a list has a log: one that was removed is back with its block. */
export function includesLog(logs: LogList<LogRow>, log: LogRow, order: 'asc' | 'desc' | undefined): boolean {
  const direction = listDirection(logs, order) === 'desc' ? -1 : 1
  const found = logs.at(countBefore(logs, log, direction))
  return found !== undefined && logId(found) === logId(log)
}

/** How many logs of an ordered list come before `log`. */
function countBefore(logs: LogList<LogRow>, log: LogRow, direction: 1 | -1): number {
  return lowerBound(logs.length, (index) => compareLogs(logs.at(index)!, log) * direction < 0)
}
