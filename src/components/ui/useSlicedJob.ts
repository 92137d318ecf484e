'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { SlicedJob } from './SlicedJob.ts'

/** A computation in time slices, with its latest result, stopped on unmount. Throws what it throws, as work during a render would. */
export function useSlicedJob<value, logs extends object = object>() {
  const [job] = useState(() => new SlicedJob<value, logs>())
  const result = useSyncExternalStore(
    job.subscribe,
    () => job.result,
    () => undefined,
  )
  const failure = useSyncExternalStore(
    job.subscribe,
    () => job.failure,
    () => undefined,
  )
  useEffect(() => () => job.stop(), [job])
  if (failure) throw failure.error
  return { job, result }
}
