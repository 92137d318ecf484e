type ScrollListener = (block: bigint, source: object) => void

/** Links tables of one network in scrolling: each shows the block that the user has scrolled to in another. */
export interface ScrollLink {
  /** Scrolls all other tables to a block. */
  readonly scroll: (block: bigint, source: object) => void
  readonly subscribe: (listener: ScrollListener) => () => void
}

/**
 * Links tables of one network in scrolling, by block: pass the same link to each. Tables of several networks are not linked,
 * because their block numbers do not compare.
 *
 * @example
 * const scrollLink = createScrollLink()
 * const sideBySide = ['first', 'second'].map((key) => <LogTable key={key} result={logs} scrollLink={scrollLink} />)
 */
export function createScrollLink(): ScrollLink {
  const listeners = new Set<ScrollListener>()
  return {
    scroll(block, source) {
      for (const listener of listeners) listener(block, source)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
