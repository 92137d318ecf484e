'use client'
import { useEffect, useMemo } from 'react'
import type { Hash } from 'viem'
import { clockSamples, createBlockClock, type BlockClock } from '../../logs/analyze/createBlockClock.ts'
import type { LogList } from '../../logs/list/LogList.ts'
import type { RawLog } from '../../logs/Log.ts'
import { useLatest } from '../../react/useLatest.ts'

interface SampledClockOptions {
  logs: LogList<RawLog> | readonly RawLog[]
  /** Whether the time axis is on and the logs have no timestamps. */
  wanted: boolean
  timestamps: ReadonlyMap<Hash, bigint> | undefined
  onTimesNeeded: ((blocks: readonly Hash[]) => void) | undefined
}

/** The clock for logs without timestamps. Requests the timestamps of a few of them. */
export function useSampledClock(options: SampledClockOptions): BlockClock | undefined {
  const { logs, wanted, timestamps, onTimesNeeded } = options
  const samples = useMemo(() => (wanted ? clockSamples(logs) : []), [logs, wanted])
  const missing = samples
    .map(({ blockHash }) => blockHash)
    .filter((hash) => !timestamps?.has(hash))
    .join()
  // A callback written inline is new at each render, which asks for nothing more.
  const latest = useLatest(onTimesNeeded)
  // Compared by value: a growing list mostly has the same samples.
  useEffect(() => {
    if (missing) latest.current?.(missing.split(',') as Hash[])
  }, [missing, latest])
  return useMemo(
    () =>
      createBlockClock(samples.map((log) => ({ ...log, blockTimestamp: timestamps?.get(log.blockHash) }))),
    [samples, timestamps],
  )
}
