'use client'
import { useMemo } from 'react'
import type { ArgCondition } from '../logs/ArgCondition.ts'
import type { LogRow } from '../logs/Log.ts'
import type { LogList } from '../logs/LogList.ts'
import { matchingLogs } from '../logs/matchingLogs.ts'

/** The logs for which all conditions hold that no node can be asked for. The list itself where there are none. */
export function useMatching(
  logs: LogList<LogRow>,
  where: readonly ArgCondition[] | undefined,
): LogList<LogRow> {
  const match = useMemo(() => (where?.length ? matchingLogs(where) : undefined), [where])
  return useMemo(() => match?.(logs) ?? logs, [logs, match])
}
