/** A set of listeners held weakly: a pool's listeners can be garbage collected together with the pool. */
export class WeakListeners<event> {
  readonly #all = new Set<WeakRef<(event: event) => void>>()

  get isEmpty(): boolean {
    this.#prune()
    return this.#all.size === 0
  }

  add(listener: (event: event) => void): void {
    this.#prune()
    this.#all.add(new WeakRef(listener))
  }

  remove(listener: (event: event) => void): void {
    for (const reference of this.#all) if (reference.deref() === listener) this.#all.delete(reference)
  }

  notify(event: event, except?: (event: event) => void): void {
    for (const reference of [...this.#all]) {
      const listener = reference.deref()
      if (listener !== except) listener?.(event)
    }
  }

  #prune(): void {
    for (const reference of this.#all) if (!reference.deref()) this.#all.delete(reference)
  }
}
