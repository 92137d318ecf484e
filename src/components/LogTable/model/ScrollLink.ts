import { Listeners } from '../../../base/Listeners.ts'

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
  const listeners = new Listeners<Parameters<ScrollListener>>()
  return {
    scroll: (...scrolled) => listeners.notify(scrolled),
    subscribe: (listener) => listeners.add((scrolled) => listener(...scrolled)),
  }
}
