'use client'
import { useMemo } from 'react'
import type { ArgCondition } from '../logs/ArgCondition.ts'
import type { LogRow } from '../logs/Log.ts'
import { createLogList } from '../logs/LogList.ts'
import type { LogList } from '../logs/LogList.ts'
import { matchesWhere } from '../logs/matchesWhere.ts'

/** The logs for which all conditions hold that no node can be asked for. The list itself where there are none. */
export function useMatching(
  logs: LogList<LogRow>,
  where: readonly ArgCondition[] | undefined,
): LogList<LogRow> {
  return useMemo(
    () => (where?.length ? createLogList(logs.filter((log) => matchesWhere(log.decoded, where))) : logs),
    [logs, where],
  )
}
