import { onAbort } from '../rpc/onAbort.ts'

/**
 * Settles as `promise` does, unless the signal fires first: then it rejects with its reason. The work itself
 * continues.
 */
export async function untilAborted<value>(
  promise: Promise<value>,
  signal: AbortSignal | undefined,
): Promise<value> {
  if (!signal) return promise
  let release = () => {}
  const aborted = new Promise<never>((_, reject) => {
    release = onAbort(signal, () => reject(signal.reason as Error))
  })
  return Promise.race([promise, aborted]).finally(release)
}
