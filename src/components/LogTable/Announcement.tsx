'use client'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { Listeners } from '../../base/Listeners.ts'

/** Announces a text to screen readers. Later texts of the same kind are throttled. */
export function Announcement({ kind, children }: { kind: string; children: string }) {
  const [polite] = useState(() => new LiveAnnouncer(kind, children))
  const getText = () => polite.text
  const text = useSyncExternalStore(polite.subscribe, getText, getText)
  useLayoutEffect(() => polite.say(kind, children), [polite, kind, children])
  return <output className="topic0-visually-hidden">{text}</output>
}

// Milliseconds between two announcements of one kind.
const pause = 15_000

/**
 * Throttles announcements to screen readers: a text of another kind is announced at once, texts of the same kind at most
 * every 15 seconds.
 */
class LiveAnnouncer {
  text: string
  #kind: string
  #latest: string
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Listeners(() => () => this.#stop())
  readonly subscribe = this.#listeners.add

  constructor(kind: string, text: string) {
    this.#kind = kind
    this.text = this.#latest = text
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
    this.#listeners.notify()
  }
}
