'use client'
import { useLayoutEffect, useMemo } from 'react'
import { useSlicedJob } from '../../components/ui/useSlicedJob.ts'
import { matchingLogs, type MatchingLogsOptions } from '../../logs/analyze/matchingLogs.ts'
import type { Coverage } from '../../logs/Coverage.ts'
import type { LogList } from '../../logs/list/LogList.ts'
import type { LogRow } from '../../logs/Log.ts'

/** Logs with their coverage. */
export interface CoveredLogs {
  readonly logs: LogList<LogRow>
  readonly coverage: Coverage | undefined
}

export interface UseMatchingLogsReturnType extends CoveredLogs {
  /** Whether matching is in progress: until it ends, logs and coverage are those of an older list. */
  readonly busy: boolean
}

/**
 * The logs that match conditions and filters, computed in time slices. `first` is returned until the first result
 * is available.
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
  const { job, result: done } = useSlicedJob<CoveredLogs>()
  // A result found within one slice is available before paint.
  useLayoutEffect(() => {
    if (!match) return job.stop()
    job.request({ logs, key: match, start: () => withCoverage(match(logs), coverage) })
  }, [job, match, logs, coverage])
  if (!match) return { logs, coverage, busy: false }
  const found = done?.key === match ? done : undefined
  if (found?.logs === logs) return { logs: found.value.logs, coverage, busy: false }
  return { ...(found?.value ?? first), busy: true }
}

/** Adds the coverage from when matching started. */
function* withCoverage(steps: Generator<void, LogList<LogRow>>, coverage: Coverage | undefined) {
  return { logs: yield* steps, coverage }
}
