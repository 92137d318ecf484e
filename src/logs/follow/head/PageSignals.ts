/** Whether the page is visible, and the browser online. */
export interface PageSignals {
  isHidden(): boolean
  isOnline(): boolean
  /** Calls `listener` when either may have changed, or the page wakes from sleep. Returns a function that unsubscribes it. */
  subscribe(listener: (hasSlept: boolean) => void): () => void
}

/** Milliseconds between two clock checks, and how late one must be for the machine to have slept. */
const tick = 5_000
const sleep = 10_000

/** The current page. Without one, as on a server, it counts as visible and online. */
export const browserPage: PageSignals = {
  isHidden: () => typeof document !== 'undefined' && document.visibilityState === 'hidden',
  isOnline() {
    // Since Node 21 there is a `navigator`, but without `onLine`. The same in Deno and React Native.
    const { navigator }: { readonly navigator?: { readonly onLine?: boolean } } = globalThis
    return navigator?.onLine ?? true
  },
  subscribe(listener) {
    if (typeof window === 'undefined' || typeof document === 'undefined') return () => {}
    const controller = new AbortController()
    const { signal } = controller
    let last = Date.now()
    const notify = ({ type, persisted = false }: Event & { readonly persisted?: boolean }) => {
      // Pages that have loaded fire it as well as those that come back from the history.
      if (type === 'pageshow' && !persisted) return
      last = Date.now()
      listener(type === 'resume' || persisted)
    }
    for (const type of ['visibilitychange', 'resume']) document.addEventListener(type, notify, { signal })
    for (const type of ['online', 'offline', 'pageshow']) window.addEventListener(type, notify, { signal })
    // No event tells a visible page that the machine has slept. On hidden pages, timers are slow in any case.
    const timer = setInterval(() => {
      const now = Date.now()
      const hasSlept = now - last > tick + sleep && !browserPage.isHidden()
      last = now
      if (hasSlept) listener(true)
    }, tick)
    return () => {
      controller.abort()
      clearInterval(timer)
    }
  },
}
