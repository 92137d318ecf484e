/** Whether anybody looks, and whether the net is there. */
export interface PageSignals {
  isHidden(): boolean
  isOnline(): boolean
  /** Calls `listener` when either may have changed, or the page comes back from sleep. Returns how to stop. */
  subscribe(listener: (hasSlept: boolean) => void): () => void
}

/** Milliseconds between two looks at the clock, and by how many it must be ahead of them for the machine to have slept. */
const tick = 5_000
const sleep = 10_000

/** The page this runs in. Outside of one, it is always shown and online. */
export const browserPage: PageSignals = {
  isHidden: () => typeof document !== 'undefined' && document.visibilityState === 'hidden',
  isOnline: () => typeof navigator === 'undefined' || navigator.onLine,
  subscribe(listener) {
    if (typeof window === 'undefined' || typeof document === 'undefined') return () => {}
    const controller = new AbortController()
    const { signal } = controller
    let last = Date.now()
    const tell = ({ type }: Event) => {
      last = Date.now()
      listener(type === 'resume' || type === 'pageshow')
    }
    for (const type of ['visibilitychange', 'resume']) document.addEventListener(type, tell, { signal })
    for (const type of ['online', 'offline', 'pageshow']) window.addEventListener(type, tell, { signal })
    // Of the machine's sleep, a page in sight is told nothing. One that is hidden has its timers slowed down.
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
