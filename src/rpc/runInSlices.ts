import { Pace } from './Pace.ts'

export interface SliceOptions {
  /** Aborts the work before the next slice. */
  signal?: AbortSignal | undefined
  /** Milliseconds of work between two pauses. @default 8 */
  sliceTime?: number | undefined
}

/**
 * Runs a generator to its end, yielding to the page every few milliseconds. `isLong`: whether it took more than one slice.
 *
 * @throws what the generator throws; the signal's reason once it fires.
 */
export async function runInSlices<result>(
  steps: Iterator<unknown, result>,
  { signal, sliceTime }: SliceOptions = {},
): Promise<{ readonly result: result; readonly isLong: boolean }> {
  const pace = new Pace(sliceTime)
  let isLong = false
  for (;;) {
    signal?.throwIfAborted()
    const { done, value } = steps.next()
    if (done) return { result: value, isLong }
    if (!pace.isDue) continue
    isLong = true
    await pace.rest()
  }
}
