import { StorageError } from '../../errors/StorageError.ts'
import type { Clock } from '../../rpc/Clock.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import { DatabaseConnection } from './DatabaseConnection.ts'
import type { FoldPoint, FoldStorage } from './FoldStorage.ts'
import type { Checkpoint, LogStorage, LogStorageStatus, StoredKey, StoredRecord } from './LogStorage.ts'
import type { DiskUse } from './recordStore.ts'
import { StorageStatus } from './StorageStatus.ts'

interface BrowserStorageOptions {
  readonly name: string
  readonly maxBytes: number
  readonly onNotice: ((notice: StorageError) => void) | undefined
  readonly factory: IDBFactory | undefined
  readonly clock: Clock
}

/** The storage of `indexedDbStorage`: logs and states of folds as records of one database. */
export class BrowserStorage implements LogStorage {
  readonly #clock: Clock
  readonly #status: StorageStatus
  readonly #connection: DatabaseConnection
  readonly #disk: DiskUse

  constructor({ name, maxBytes, onNotice, factory, clock }: BrowserStorageOptions) {
    this.#clock = clock
    this.#status = new StorageStatus('idle', onNotice)
    this.#connection = new DatabaseConnection(this.#status, { name, factory, clock })
    this.#disk = { maxBytes, total: undefined, sinceCount: 0 }
  }

  list(chainId: number): Promise<readonly StoredKey[]> {
    return this.#connection.attempt<readonly StoredKey[]>([], (database, { listRecords }) =>
      listRecords(database, chainId),
    )
  }

  read(keys: readonly StoredKey[]): Promise<readonly (LogSegment | undefined)[]> {
    return this.#connection.attempt<readonly (LogSegment | undefined)[]>([], (database, { readRecords }) =>
      readRecords(database, keys, this.#clock.now()),
    )
  }

  write(records: readonly StoredRecord[]): Promise<void> {
    return this.#connection.attempt(undefined, async (database, { isQuota, writeRecords }) => {
      if (this.#status.state === 'full') return
      try {
        await writeRecords(database, records, this.#disk, () => this.#clock.now())
      } catch (error) {
        if (!isQuota(error)) throw error
        this.#reportFull(error)
      }
    })
  }

  readCheckpoints(chainId: number): Promise<readonly Checkpoint[]> {
    return this.#connection.attempt<readonly Checkpoint[]>([], (database, { readCheckpoints }) =>
      readCheckpoints(database, chainId),
    )
  }

  writeCheckpoint(chainId: number, checkpoint: Checkpoint): Promise<void> {
    return this.#connection.attempt(undefined, (database, { writeCheckpoint }) =>
      writeCheckpoint(database, chainId, checkpoint),
    )
  }

  clear(chainId?: number): Promise<void> {
    return this.#connection.attempt(undefined, async (database, { clearRecords }) => {
      await clearRecords(database, chainId)
      this.#disk.total = undefined
      if (this.#status.state === 'full') this.#status.set('open')
    })
  }

  readonly folds: FoldStorage = {
    list: (chainId, name) =>
      this.#connection.attempt<readonly FoldPoint[]>([], (database, { listFold }) =>
        listFold(database, chainId, name),
      ),
    read: (chainId, name, point) =>
      this.#connection.attempt<readonly string[] | undefined>(undefined, (database, { readFold }) =>
        readFold(database, chainId, name, point, this.#clock.now()),
      ),
    write: (chainId, name, point, parts) =>
      this.#connection.attempt(undefined, async (database, { isQuota, writeFold }) => {
        if (this.#status.state === 'full') return
        try {
          await writeFold(database, chainId, name, point, parts, this.#disk, this.#clock.now())
        } catch (error) {
          // A full disk is reported when logs are written.
          if (!isQuota(error)) throw error
        }
      }),
  }

  getStatus(): LogStorageStatus {
    return this.#status.get()
  }

  subscribe(listener: () => void): () => void {
    return this.#status.subscribe(listener)
  }

  close(): void {
    this.#connection.close()
  }

  #reportFull(cause: unknown): void {
    this.#status.set(
      'full',
      new StorageError('full', "New logs are kept in memory only: the browser's storage is full.", {
        advice: 'Free some disk space, or clear the data of this site; then reload.',
        cause,
      }),
    )
  }
}
