/** What an element that scrolls shows now, for `useSyncExternalStore`: where it is scrolled to and how large it is. */
export class ScrollStore {
  top = 0
  height = 0
  width = 0
  element: HTMLElement | null = null
  readonly #listeners = new Set<() => void>()

  /** The element's ref. */
  readonly attach = (element: HTMLElement | null) => {
    if (!element) return
    this.element = element
    element.addEventListener('scroll', this.#measure, { passive: true })
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(this.#measure)
    observer?.observe(element)
    this.#measure()
    return () => {
      element.removeEventListener('scroll', this.#measure)
      observer?.disconnect()
      this.element = null
    }
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  scrollTo(top: number) {
    if (!this.element) return
    this.element.scrollTop = top
    this.#measure()
  }

  readonly #measure = () => {
    if (!this.element) return
    this.top = this.element.scrollTop
    this.height = this.element.clientHeight
    this.width = this.element.clientWidth
    for (const listener of this.#listeners) listener()
  }
}
