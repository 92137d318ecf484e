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
  const items = openLmdb(folder).openDB<string, string>('items', {})
  /** Updated by `length`, which callers read before they loop over `key`. */
  let keys: readonly string[] = []
  return {
    get length() {
      keys = [...items.getKeys()]
      return keys.length
    },
    key: (index) => keys[index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => {
      items.putSync(key, value)
    },
    removeItem: (key) => {
      items.removeSync(key)
    },
    transaction(work) {
      checkRoom(folder)
      try {
        return items.transactionSync(work)
      } catch (error) {
        return rethrow(folder, error)
      }
    },
  }
}
