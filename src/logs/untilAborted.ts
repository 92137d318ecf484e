import { onAbort } from '../rpc/onAbort.ts'

/** Rejects with the signal's reason once it fires, or has fired, and never resolves. */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const promise = new Promise<never>((_, reject) => {
    onAbort(signal, () => reject(signal.reason as Error))
  })
  // If nothing waits for it yet, the rejection must not be unhandled.
  promise.catch(() => {})
  return promise
}

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
