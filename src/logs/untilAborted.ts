import { onAbort } from '../rpc/onAbort.ts'

/**
 * Settles as `promise` does, unless the signal fires first: then it rejects with its reason. The work itself
 * continues.
 */
export function untilAborted<value>(
  promise: Promise<value>,
  signal: AbortSignal | undefined,
): Promise<value> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const settled = promise.then(resolve, reject)
    const release = onAbort(signal, () => reject(signal.reason as Error))
    void settled.then(release)
  })
}
