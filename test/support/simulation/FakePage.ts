import type { PageSignals } from '../../../src/logs/follow/head/PageSignals.ts'

/** A page that can be hidden and go offline, with the events of a browser. */
export class FakePage {
  /** Stands in for `document`: `visibilitychange`. */
  readonly document: EventTarget & { visibilityState: 'visible' | 'hidden' } = Object.assign(
    new EventTarget(),
    { visibilityState: 'visible' as const },
  )
  /** Stands in for `window`: `online`, `offline`, `pageshow`. */
  readonly window = new EventTarget()
  /** Stands in for `navigator`. */
  readonly navigator = { onLine: true }

  /** The page's signals, as followers use them. */
  readonly signals: PageSignals = {
    isHidden: () => this.isHidden,
    isOnline: () => this.isOnline,
    subscribe: (listener) => {
      const controller = new AbortController()
      const { signal } = controller
      const notify = ({ type }: Event) => listener(type === 'pageshow')
      this.document.addEventListener('visibilitychange', notify, { signal })
      for (const type of ['online', 'offline', 'pageshow'])
        this.window.addEventListener(type, notify, { signal })
      return () => controller.abort()
    },
  }

  get isHidden(): boolean {
    return this.document.visibilityState === 'hidden'
  }

  get isOnline(): boolean {
    return this.navigator.onLine
  }

  show(visible: boolean): void {
    if (this.isHidden !== visible) return
    this.document.visibilityState = visible ? 'visible' : 'hidden'
    this.document.dispatchEvent(new Event('visibilitychange'))
  }

  connect(online: boolean): void {
    if (this.isOnline === online) return
    this.navigator.onLine = online
    this.window.dispatchEvent(new Event(online ? 'online' : 'offline'))
  }

  /** Fires the event of a page that returns from sleep or from the history. */
  wake(): void {
    this.window.dispatchEvent(new Event('pageshow'))
    this.document.dispatchEvent(new Event('visibilitychange'))
  }
}
