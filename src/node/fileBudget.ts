import type { Database } from 'lmdb'
import type { BudgetStorage } from '../rpc/Budget.ts'
import { checkRoom, openLmdb, rethrow } from './openLmdb.ts'

/**
 * Stores the day's count of calls and the learned limits of endpoints in a folder (`lmdb`), for `nodePool`: an hourly
 * job then knows what the previous run has used and learned. Several processes share one quota.
 *
 * @throws {@link StorageError} if `lmdb` is not installed, the disk is full, or the folder cannot be used. Calls that
 * cannot be counted because the disk is full fail with it.
 *
 * @example
 * const transport = nodePool(xone, { storage: fileBudget('topic0-state') })
 */
export function fileBudget(folder: string): BudgetStorage {
  return new FolderBudget(folder)
}

class FolderBudget implements BudgetStorage {
  readonly #folder: string
  readonly #items: Database<string, string>
  /** Updated by `length`, which callers read before they loop over `key`. */
  #keys: readonly string[] = []

  constructor(folder: string) {
    this.#folder = folder
    this.#items = openLmdb(folder).openDB('items', {})
  }

  get length(): number {
    this.#keys = [...this.#items.getKeys()]
    return this.#keys.length
  }

  key(index: number): string | null {
    return this.#keys[index] ?? null
  }

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    this.#items.putSync(key, value)
  }

  removeItem(key: string): void {
    this.#items.removeSync(key)
  }

  /** Bound: a budget calls it without its object. */
  readonly transaction = <result>(work: () => result): result => {
    checkRoom(this.#folder)
    try {
      return this.#items.transactionSync(work)
    } catch (error) {
      return rethrow(this.#folder, error)
    }
  }
}
