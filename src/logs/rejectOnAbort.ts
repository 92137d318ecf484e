/** Rejects with the signal's reason when it fires, and never resolves. */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const promise = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  // A scan that ends before anyone waits must not leave an unhandled rejection.
  promise.catch(() => {})
  return promise
}
