const watched = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls `callback` when `signal` fires, or soon when it has already; returns how to stop that. However many calls share a signal, it gets one
 * listener: Node takes more than ten for a leak and says so.
 */
export function onAbort(signal: AbortSignal | undefined, callback: () => void): () => void {
  if (!signal) return () => {}
  if (signal.aborted) {
    let isWanted = true
    queueMicrotask(() => {
      if (isWanted) callback()
    })
    return () => {
      isWanted = false
    }
  }
  let callbacks = watched.get(signal)
  if (!callbacks) {
    const all = new Set<() => void>()
    watched.set(signal, (callbacks = all))
    signal.addEventListener(
      'abort',
      () => {
        watched.delete(signal)
        for (const each of [...all]) each()
      },
      { once: true },
    )
  }
  const mine = callbacks
  mine.add(callback)
  return () => {
    mine.delete(callback)
  }
}

/** What a call that was given up rejects with: always an error, whatever the signal was given. */
export function abortReason(signal: AbortSignal): unknown {
  return signal.reason instanceof Error || signal.reason instanceof DOMException
    ? signal.reason
    : new DOMException('The call was given up.', 'AbortError')
}
