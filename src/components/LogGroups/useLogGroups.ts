'use client'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { groupLogs } from '../../logs/analyse/groupLogs.ts'
import type { GroupLogsOptions, LogGroups } from '../../logs/analyse/LogGroup.ts'
import type { LogList } from '../../logs/list/LogList.ts'
import type { LogRow } from '../../logs/Log.ts'
import { SlicedJob } from '../ui/SlicedJob.ts'

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
  const wish = JSON.stringify(options)
  const [job] = useState(() => new SlicedJob<LogGroups>())
  const done = useSyncExternalStore(
    job.subscribe,
    () => job.result,
    () => undefined,
  )
  const now = useMemo(() => {
    if (logs.length > few) return undefined
    const steps = start(logs, wish)
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
    }
  }, [logs, wish])
  const needed = now === undefined
  useEffect(() => {
    if (!needed) return job.stop()
    job.want({ logs, wish, start: () => start(logs, wish) })
  }, [needed, job, logs, wish])
  useEffect(() => () => job.stop(), [job])
  if (now) return { groups: now, busy: false }
  return {
    groups: done?.wish === wish ? done.value : undefined,
    busy: done?.wish !== wish || done.logs !== logs,
  }
}

function start(logs: LogList<LogRow> | readonly LogRow[], wish: string) {
  return groupLogs(logs, JSON.parse(wish) as GroupLogsOptions)
}
