import { isCount } from '../base/unknownJson.ts'
import type { BudgetStorage } from './Budget.ts'

/** Milliseconds of a day. */
export const dayLength = 86_400_000

/** Stores each page's count of a day in a record of its own; in `memory` if there is no storage, or it fails. */
export class CountStore {
  readonly #storage: BudgetStorage | null
  readonly #prefix: string
  readonly #memory: Map<string, number>

  constructor(storage: BudgetStorage | null, prefix: string, memory: Map<string, number>) {
    this.#storage = storage
    this.#prefix = prefix
    this.#memory = memory
  }

  /** Every page's count of a day. Deletes the counts of past days. */
  load(day: number): Map<string, number> {
    const storage = this.#storage
    const prefix = this.#prefix
    const loaded = new Map<string, number>()
    try {
      const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '')
      for (const key of keys) {
        if (!key.startsWith(prefix)) continue
        const page = key.slice(prefix.length + 11)
        const count = Number(storage?.getItem(key))
        const number = Date.parse(key.slice(prefix.length, prefix.length + 10)) / dayLength
        // Keeps adjacent days: a clock that is off by a day must not lose the count of the right day.
        if (!(Math.abs(number - day) <= 1)) storage?.removeItem(key)
        else if (number === day && isCount(count)) loaded.set(page, count)
      }
    } catch {
      // Without access to storage, only this page's calls are counted.
    }
    for (const [key, count] of this.#memory) {
      const page = key.slice(prefix.length + 11)
      if (key === this.#keyOf(day, page)) loaded.set(page, Math.max(count, loaded.get(page) ?? 0))
    }
    return loaded
  }

  save(day: number, page: string, count: number) {
    const key = this.#keyOf(day, page)
    try {
      if (!this.#storage) this.#memory.set(key, count)
      this.#storage?.setItem(key, String(count))
    } catch {
      // This page's count is lost when it closes.
      this.#memory.set(key, count)
    }
  }

  #keyOf(day: number, page: string): string {
    return `${this.#prefix}${dayText(day)}.${page}`
  }
}

/** A day as `2026-11-21`. */
export function dayText(day: number): string {
  return new Date(day * dayLength).toISOString().slice(0, 10)
}
