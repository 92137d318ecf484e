'use client'
import { useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { SlicedJob } from '../../components/ui/SlicedJob.ts'
import type { Coverage } from '../../logs/Coverage.ts'
import type { LogRow } from '../../logs/Log.ts'
import type { LogList } from '../../logs/list/LogList.ts'
import { matchingLogs } from '../../logs/analyse/matchingLogs.ts'
import type { MatchingLogsOptions } from '../../logs/analyse/matchingLogs.ts'

/** Logs, and what is known of the blocks they are from. */
export interface CoveredLogs {
  readonly logs: LogList<LogRow>
  readonly coverage: Coverage | undefined
}

export interface UseMatchingLogsReturnType extends CoveredLogs {
  /** Whether logs are still to be looked at: these are of an older list then, and so is their coverage. */
  readonly busy: boolean
}

/**
 * Those of the logs that are asked for, found while the page keeps breathing. `first` is what there is until logs were
 * found once.
 */
export function useMatchingLogs(
  { logs, coverage }: CoveredLogs,
  { where, filters }: MatchingLogsOptions,
  first: CoveredLogs,
): UseMatchingLogsReturnType {
  const match = useMemo(
    () => (where?.length || filters?.length ? matchingLogs({ where, filters }) : undefined),
    [where, filters],
  )
  const [job] = useState(() => new SlicedJob<CoveredLogs>())
  const done = useSyncExternalStore(
    job.subscribe,
    () => job.result,
    () => undefined,
  )
  // What is found within one portion is there before anything is painted.
  useLayoutEffect(() => {
    if (!match) return job.stop()
    job.want({ logs, wish: match, start: () => known(match(logs), coverage) })
  }, [job, match, logs, coverage])
  useEffect(() => () => job.stop(), [job])
  if (!match) return { logs, coverage, busy: false }
  const found = done?.wish === match ? done : undefined
  if (found?.logs === logs) return { logs: found.value.logs, coverage, busy: false }
  return { ...(found?.value ?? first), busy: true }
}

/** What was found, with what was known when the search for it began. */
function* known(steps: Generator<void, LogList<LogRow>>, coverage: Coverage | undefined) {
  return { logs: yield* steps, coverage }
}
