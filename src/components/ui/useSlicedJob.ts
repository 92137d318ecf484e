'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { SlicedJob } from './SlicedJob.ts'

/** A computation in time slices, with its latest result, stopped on unmount. */
export function useSlicedJob<value, logs extends object = object>() {
  const [job] = useState(() => new SlicedJob<value, logs>())
  const result = useSyncExternalStore(
    job.subscribe,
    () => job.result,
    () => undefined,
  )
  useEffect(() => () => job.stop(), [job])
  return { job, result }
}
