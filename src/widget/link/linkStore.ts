/** The URL fragment, with a counter of navigations. */
export interface LinkSnapshot {
  readonly text: string
  /** Changes with each link that is opened, also by going back; not with what the explorer writes itself. */
  readonly key: number
}

/** On a server. */
export const noLink: LinkSnapshot = { text: '', key: -1 }

/** Follows the page's address, for `useSyncExternalStore`, and writes to it. */
export function createLinkStore() {
  let address = readHash()
  let snapshot: LinkSnapshot = { text: address, key: 0 }
  const listeners = new Set<() => void>()
  const follow = (text: string) => {
    snapshot = { text, key: snapshot.key + 1 }
    for (const listener of [...listeners]) listener()
  }
  const look = () => {
    if (readHash() === address) return
    address = readHash()
    follow(address)
  }
  const write = (text: string, as: 'push' | 'replace') => {
    if (text === address) return
    try {
      history[as === 'push' ? 'pushState' : 'replaceState'](history.state, '', text)
    } catch {
      // Sandboxed frames and rate limits may refuse: only the URL is not updated then.
      return
    }
    address = readHash()
  }
  return {
    getSnapshot: () => snapshot,
    subscribe(listener: () => void) {
      listeners.add(listener)
      addEventListener('hashchange', look)
      addEventListener('popstate', look)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        removeEventListener('hashchange', look)
        removeEventListener('popstate', look)
      }
    },
    /** Sets the URL fragment, as a new history entry or replacing the current one. */
    write,
    /** Navigates to a link. */
    open(text: string) {
      write(text, 'push')
      follow(text)
    },
  }
}

function readHash(): string {
  return typeof location === 'undefined' ? '' : location.hash
}
