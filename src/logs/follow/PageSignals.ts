/** Whether anybody looks, and whether the net is there. */
export interface PageSignals {
  isHidden(): boolean
  isOnline(): boolean
  /** Calls `listener` when either may have changed, or the page comes back from sleep. Returns how to stop. */
  subscribe(listener: () => void): () => void
}

/** The page this runs in. Outside of one, it is always shown and online. */
export const browserPage: PageSignals = {
  isHidden: () => typeof document !== 'undefined' && document.visibilityState === 'hidden',
  isOnline: () => typeof navigator === 'undefined' || navigator.onLine,
  subscribe(listener) {
    if (typeof window === 'undefined' || typeof document === 'undefined') return () => {}
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('visibilitychange', listener, { signal })
    for (const type of ['online', 'offline', 'pageshow']) window.addEventListener(type, listener, { signal })
    return () => {
      controller.abort()
    }
  },
}
