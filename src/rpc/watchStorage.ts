import { WeakListeners } from './WeakListeners.ts'

const watched = new WeakMap<Window, WeakListeners<StorageEvent>>()

/**
 * Calls `listener` when another page has changed what is stored, for as long as somebody holds on to it. A page listens once,
 * however many pools it has had. Returns how to stop.
 */
export function watchStorage(listener: (event: StorageEvent) => void): () => void {
  if (typeof window === 'undefined') return () => {}
  const page = window
  let listeners = watched.get(page)
  if (!listeners) {
    const all = new WeakListeners<StorageEvent>()
    page.addEventListener('storage', (event) => {
      all.tell(event)
    })
    watched.set(page, (listeners = all))
  }
  listeners.add(listener)
  return () => {
    listeners.remove(listener)
  }
}
