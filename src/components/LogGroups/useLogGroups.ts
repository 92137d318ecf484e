'use client'
import { useEffect, useMemo } from 'react'
import { groupLogs } from '../../logs/analyze/groupLogs.ts'
import type { GroupLogsOptions, LogGroups } from '../../logs/analyze/LogGroup.ts'
import type { LogList } from '../../logs/list/LogList.ts'
import type { LogRow } from '../../logs/Log.ts'
import { runToEnd } from '../ui/SlicedJob.ts'
import { useSlicedJob } from '../ui/useSlicedJob.ts'

interface CountedGroups {
  /** `undefined` until counted once; of an older list while counting. */
  readonly groups: LogGroups | undefined
  readonly busy: boolean
}

// Fewer logs are counted synchronously.
const few = 2_000

/** Groups logs, in time slices if there are many. */
export function useLogGroups(
  logs: LogList<LogRow> | readonly LogRow[],
  options: GroupLogsOptions,
): CountedGroups {
  // Compared by value, because callers may pass a new object each time.
  const key = JSON.stringify(options)
  const { job, result: done } = useSlicedJob<LogGroups>()
  const now = useMemo(() => (logs.length > few ? undefined : runToEnd(start(logs, key))), [logs, key])
  const needed = now === undefined
  useEffect(() => {
    if (!needed) return job.stop()
    job.request({ logs, key, start: () => start(logs, key) })
  }, [needed, job, logs, key])
  if (now) return { groups: now, busy: false }
  return {
    groups: done?.key === key ? done.value : undefined,
    busy: done?.key !== key || done.logs !== logs,
  }
}

function start(logs: LogList<LogRow> | readonly LogRow[], key: string) {
  return groupLogs(logs, JSON.parse(key) as GroupLogsOptions)
}
