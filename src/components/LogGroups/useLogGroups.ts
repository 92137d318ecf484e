'use client'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { groupLogs } from '../../logs/analyse/groupLogs.ts'
import type { GroupLogsOptions, LogGroups } from '../../logs/analyse/LogGroup.ts'
import type { LogRow } from '../../logs/Log.ts'
import type { LogList } from '../../logs/list/LogList.ts'
import { SlicedJob } from '../ui/SlicedJob.ts'

interface CountedGroups {
  /** `undefined` until they were counted once; those of an older list while a newer is being counted. */
  readonly groups: LogGroups | undefined
  readonly busy: boolean
}

// So few are counted at once.
const few = 2_000

/** The groups of logs. Where there are many, the page keeps breathing while they are counted. */
export function useLogGroups(
  logs: LogList<LogRow> | readonly LogRow[],
  options: GroupLogsOptions,
): CountedGroups {
  // By value: options may be a new object each time.
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
