import { Listeners } from '../../base/Listeners.ts'
import type { StorageError } from '../../errors/StorageError.ts'
import type { LogStorageStatus } from './LogStorage.ts'

/** The status of a storage, and its listeners. */
export class StorageStatus {
  readonly #listeners = new Listeners()
  readonly #onNotice: ((notice: StorageError) => void) | undefined
  #status: LogStorageStatus

  constructor(state: LogStorageStatus['state'], onNotice: ((notice: StorageError) => void) | undefined) {
    this.#status = { state, notice: undefined }
    this.#onNotice = onNotice
  }

  get(): LogStorageStatus {
    return this.#status
  }

  get state(): LogStorageStatus['state'] {
    return this.#status.state
  }

  readonly subscribe = this.#listeners.add

  /** Reports each state once, and nothing after the storage was closed. */
  set(state: LogStorageStatus['state'], notice?: StorageError): void {
    if (this.state === 'closed' || this.state === state) return
    this.#status = { state, notice }
    this.#listeners.notify()
    const onNotice = this.#onNotice
    // In a microtask: an error of the callback must not reach a scan.
    if (notice && onNotice) queueMicrotask(() => onNotice(notice))
  }
}
