import { yieldToMain } from './yieldToMain.ts'

export interface SliceOptions {
  /** Ends the work at the next slice. */
  signal?: AbortSignal | undefined
  /** Milliseconds of work before the page gets its turn. @default 8 */
  sliceTime?: number | undefined
}

/**
 * Runs work that yields every now and then, and gives the page its turn every few milliseconds.
 *
 * @throws what the work throws; the signal's reason when it fired.
 */
export async function runInSlices<result>(
  steps: Iterator<unknown, result>,
  { signal, sliceTime = 8 }: SliceOptions = {},
): Promise<{ readonly result: result; readonly isLong: boolean }> {
  let until = performance.now() + sliceTime
  let isLong = false
  for (;;) {
    signal?.throwIfAborted()
    const { done, value } = steps.next()
    if (done) return { result: value, isLong }
    if (performance.now() < until) continue
    isLong = true
    await yieldToMain()
    until = performance.now() + sliceTime
  }
}
