import type { Clock } from './Clock.ts'

const watched = new WeakMap<AbortSignal, Set<() => void>>()

/**
 * Calls `callback` when `signal` fires, or in a microtask if it has already; returns a function that prevents that. A signal
 * gets one listener however many calls share it: Node warns of a leak at more than ten.
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
  return () => mine.delete(callback)
}

/** A signal that also fires after some milliseconds. `stop` must be called once it is no longer needed. */
export function abortAfter(
  outer: AbortSignal | undefined,
  milliseconds: number,
  clock: Clock,
): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const stopListening = onAbort(outer, abort)
  const timer = clock.setTimeout(abort, milliseconds)
  return {
    signal: controller.signal,
    stop() {
      clock.clearTimeout(timer)
      stopListening()
    },
  }
}

/** The error an aborted call rejects with: the signal's reason if that is an error. */
export function abortReason(signal: AbortSignal): unknown {
  return signal.reason instanceof Error || signal.reason instanceof DOMException
    ? signal.reason
    : new DOMException('The call was aborted.', 'AbortError')
}
