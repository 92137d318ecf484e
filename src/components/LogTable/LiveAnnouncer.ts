// Milliseconds between two announcements of one kind.
const pause = 15_000

/**
 * Throttles announcements to screen readers: a text of another kind is announced at once, texts of the same kind at most
 * every 15 seconds.
 */
export class LiveAnnouncer {
  text: string
  #kind: string
  #latest: string
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  constructor(kind: string, text: string) {
    this.#kind = kind
    this.text = this.#latest = text
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#stop()
    }
  }

  say(kind: string, text: string): void {
    this.#latest = text
    if (kind === this.#kind && this.#timer !== undefined) return
    this.#kind = kind
    this.#stop()
    this.#announce()
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #announce(): void {
    if (this.text === this.#latest) return
    this.text = this.#latest
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#announce()
    }, pause)
    for (const listener of this.#listeners) listener()
  }
}
