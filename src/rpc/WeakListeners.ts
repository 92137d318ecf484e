/** Listeners that are told as long as somebody else holds on to them: those of a pool that is gone go with it. */
export class WeakListeners<event> {
  readonly #all = new Set<WeakRef<(event: event) => void>>()

  get isEmpty(): boolean {
    this.#forget()
    return this.#all.size === 0
  }

  add(listener: (event: event) => void): void {
    this.#forget()
    this.#all.add(new WeakRef(listener))
  }

  remove(listener: (event: event) => void): void {
    for (const one of this.#all) if (one.deref() === listener) this.#all.delete(one)
  }

  tell(event: event, except?: (event: event) => void): void {
    for (const one of [...this.#all]) {
      const listener = one.deref()
      if (listener !== except) listener?.(event)
    }
  }

  #forget(): void {
    for (const one of this.#all) if (!one.deref()) this.#all.delete(one)
  }
}
