/** Rejects with the signal's reason when it fires, and never resolves. */
export function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const promise = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  // If nothing waits for it yet, the rejection must not be unhandled.
  promise.catch(() => {})
  return promise
}
