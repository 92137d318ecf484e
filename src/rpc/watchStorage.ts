import { WeakListeners } from './WeakListeners.ts'

const watched = new WeakMap<Window, WeakListeners<StorageEvent>>()

/**
 * Calls `listener` when another page changes the storage, for as long as the listener is referenced elsewhere. A page has one
 * event listener, however many pools it opens. Returns a function that removes `listener`.
 */
export function watchStorage(listener: (event: StorageEvent) => void): () => void {
  if (typeof window === 'undefined') return () => {}
  const page = window
  let listeners = watched.get(page)
  if (!listeners) {
    const all = new WeakListeners<StorageEvent>()
    page.addEventListener('storage', (event) => all.notify(event))
    watched.set(page, (listeners = all))
  }
  listeners.add(listener)
  return () => listeners.remove(listener)
}
