import { highestCheckpoints, parseCheckpoints, toCheckpointRecord } from '../logs/cache/checkpoints.ts'
import type { FoldStorage } from '../logs/cache/FoldStorage.ts'
import type {
  Checkpoint,
  LogStorage,
  LogStorageStatus,
  StoredKey,
  StoredRecord,
} from '../logs/cache/LogStorage.ts'
import { parseRecordKeys, readSegment, recordBytes, recordKey } from '../logs/cache/records.ts'
import type { LogSegment } from '../logs/columns/LogSegment.ts'
import { placeOf, type FolderDatabase, type Place } from './FolderDatabase.ts'
import { FolderFolds } from './FolderFolds.ts'

/** The storage of `fileStorage`. */
export class FolderStorage implements LogStorage {
  readonly folds: FoldStorage
  readonly #database: FolderDatabase

  constructor(database: FolderDatabase) {
    this.#database = database
    this.folds = new FolderFolds(database)
  }

  list(chainId: number): Promise<readonly StoredKey[]> {
    return this.#database.attempt<readonly StoredKey[]>([], () =>
      parseRecordKeys(Array.from(this.#database.entriesOf(chainId), ({ value }) => value.key)),
    )
  }

  read(keys: readonly StoredKey[]): Promise<readonly (LogSegment | undefined)[]> {
    return this.#database.attempt(
      keys.map(() => undefined),
      () => {
        const used: Place[] = []
        const segments = keys.map(({ chainId, filter, range }) => {
          const key = recordKey(chainId, filter, range)
          const place = key && placeOf(key)
          const bytes = place && this.#database.get(place)
          if (!bytes) return undefined
          used.push(place)
          const { buffer, byteOffset, byteLength } = bytes
          return readSegment([buffer.slice(byteOffset, byteOffset + byteLength)], filter, range)
        })
        this.#database.markUsed(used)
        return segments
      },
    )
  }

  write(records: readonly StoredRecord[]): Promise<void> {
    const size = records.reduce((sum, { segment }) => sum + segment.byteLength, 0)
    return this.#database.change(size, () => {
      for (const record of records) this.#put(record)
      for (const [chainId, checkpoint] of highestCheckpoints(records))
        this.#addCheckpoint(chainId, checkpoint)
      this.#database.makeRoom()
    })
  }

  readCheckpoints(chainId: number): Promise<readonly Checkpoint[]> {
    return this.#database.attempt<readonly Checkpoint[]>([], () => this.#checkpointsOf(chainId))
  }

  writeCheckpoint(chainId: number, checkpoint: Checkpoint): Promise<void> {
    return this.#database.change(0, () => this.#addCheckpoint(chainId, checkpoint))
  }

  clear(chainId?: number): Promise<void> {
    const { checkpoints } = this.#database
    return this.#database.change(0, () => {
      for (const { key } of [...this.#database.entriesOf(chainId)]) this.#database.remove(key)
      for (const key of [...checkpoints.getKeys()])
        if (chainId === undefined || key === chainId) void checkpoints.remove(key)
    })
  }

  getStatus(): LogStorageStatus {
    return this.#database.status.get()
  }

  subscribe(listener: () => void): () => void {
    return this.#database.status.subscribe(listener)
  }

  close(): void {
    this.#database.status.set('closed')
  }

  #put({ key: { chainId, filter, range }, segment, replaces }: StoredRecord): void {
    const key = recordKey(chainId, filter, range)
    const [bytes] = segment.toBuffers()
    if (!key || !bytes) return
    this.#database.put(key, new Uint8Array(bytes), recordBytes(segment, key))
    for (const replaced of replaces) {
      const old = recordKey(chainId, filter, replaced)
      if (old) this.#database.remove(placeOf(old))
    }
  }

  #checkpointsOf(chainId: number): readonly Checkpoint[] {
    return parseCheckpoints(this.#database.checkpoints.get(chainId))
  }

  #addCheckpoint(chainId: number, checkpoint: Checkpoint): void {
    const record = toCheckpointRecord([...this.#checkpointsOf(chainId), checkpoint])
    void this.#database.checkpoints.put(chainId, record)
  }
}
