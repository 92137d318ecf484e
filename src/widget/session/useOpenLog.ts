'use client'
import { useEffect } from 'react'
import type { FollowChange } from '../../logs/follow/FollowState.ts'
import type { LogList } from '../../logs/list/LogList.ts'
import type { LogRow, RawLog } from '../../logs/Log.ts'
import { lowerBound } from '../../logs/lowerBound.ts'
import { compareLogs, logId } from '../../logs/order.ts'
import { includesLog } from './useRemovedLogs.ts'
import { useReport } from './useReport.ts'

interface OpenLogOptions {
  /** The last change that replaced blocks. */
  readonly reorg?: FollowChange | undefined
  /** The logs of the query now. */
  readonly logs: LogList<LogRow>
  /** Their order, while there are too few to tell. */
  readonly order: 'asc' | 'desc' | undefined
}

/** Marks an open log as removed by a reorganization, until its block comes back: calls `onChange` with the changed log. */
export function useOpenLog(
  log: LogRow | undefined,
  { reorg, logs, order }: OpenLogOptions,
  onChange: (log: LogRow) => void,
): void {
  useReport(reorg, (change) => {
    const next = log && change && markRemoved(log, change)
    if (next && next !== log) onChange(next)
  })
  useEffect(() => {
    if (log?.removed && includesLog(logs, log, order)) onChange({ ...log, removed: false })
  })
}

/** A log as it is after blocks were replaced: the same object if the change does not touch it. */
export function markRemoved(log: LogRow, change: FollowChange): LogRow {
  const { blockNumber } = log
  const isGone =
    change.type === 'change'
      ? hasLog(change.removed, log)
      : blockNumber >= change.range.from && blockNumber <= change.range.to && !hasLog(change.current, log)
  if (isGone === log.removed) return log
  // Its block may have come back.
  return isGone || hasLog(change.type === 'change' ? change.added : change.current, log)
    ? { ...log, removed: isGone }
    : log
}

/** Whether logs, oldest first, have this one. A binary search: a reset may have very many logs. */
function hasLog(logs: readonly RawLog[], log: LogRow): boolean {
  const found = logs[lowerBound(logs.length, (index) => compareLogs(logs[index]!, log) < 0)]
  return found !== undefined && logId(found) === logId(log)
}
