'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { SlicedJob } from './SlicedJob.ts'

/** A computation in time slices, with its latest result, stopped on unmount. Throws what it throws, as work during a render would. */
export function useSlicedJob<value, logs extends object = object>() {
  const [job] = useState(() => new SlicedJob<value, logs>())
  const read = () => {
    if (job.failure) throw job.failure.error
    return job.result
  }
  const result = useSyncExternalStore(job.subscribe, read, () => undefined)
  useEffect(() => () => job.stop(), [job])
  return { job, result }
}
