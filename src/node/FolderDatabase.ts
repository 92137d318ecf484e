import { createHash } from 'node:crypto'
import type { Database, RootDatabase } from 'lmdb'
import { StorageError } from '../errors/StorageError.ts'
import { recordFormat, type RecordKey } from '../logs/cache/records.ts'
import { StorageStatus } from '../logs/cache/StorageStatus.ts'
import { checkRoom, openLmdb, rethrow } from './openLmdb.ts'

interface FolderDatabaseOptions {
  readonly maxBytes: number
  readonly onNotice: ((notice: StorageError) => void) | undefined
}

/** The key of a record in lmdb, with a hash of the filter: keys have at most 1,978 bytes. */
export type Place = [chainId: number, filter: string, from: number, to: number]

/** Where a record is. */
export function placeOf([chainId, filter, from, to]: RecordKey): Place {
  return [chainId, createHash('sha256').update(filter).digest('hex'), from, to]
}

interface Entry {
  /** The whole key. */
  readonly key: RecordKey
  readonly bytes: number
  /** When it was last written or read, to the hour. */
  readonly used: number
}

/** Milliseconds during which a record is marked as used only once. */
const useInterval = 3_600_000

/** A folder's database of logs and states of folds. */
export class FolderDatabase {
  readonly maxBytes: number
  readonly status: StorageStatus
  readonly entries: Database<Entry, Place>
  readonly #segments: Database<{ readonly format: number; readonly bytes: Uint8Array }, Place>
  readonly checkpoints: Database<unknown, number>
  readonly #folder: string
  readonly #root: RootDatabase

  /** @throws {@link StorageError} if `lmdb` is not installed, the disk is full, or the folder cannot be used. */
  constructor(folder: string, { maxBytes, onNotice }: FolderDatabaseOptions) {
    this.maxBytes = maxBytes
    this.#folder = folder
    this.#root = openLmdb(folder)
    this.entries = this.#root.openDB('entries', {})
    this.#segments = this.#root.openDB('segments', {})
    this.checkpoints = this.#root.openDB('checkpoints', {})
    this.status = new StorageStatus('open', onNotice)
  }

  /** Runs `work`; returns `otherwise` if it fails, or the storage is closed. */
  async attempt<result>(otherwise: result, work: () => result | Promise<result>): Promise<result> {
    if (this.status.state === 'closed') return otherwise
    try {
      return await work()
    } catch (cause) {
      const kind = cause instanceof StorageError && cause.kind === 'full' ? 'full' : 'unavailable'
      const advice = kind === 'full' ? 'Free some disk space.' : 'Check that this process may write to it.'
      const notice = `Logs are kept in memory only: ${this.#folder} cannot be used.`
      this.status.set(kind, new StorageError(kind, notice, { advice, cause }))
      return otherwise
    }
  }

  /** Changes the database in one transaction, which writes about this many bytes. */
  change(bytes: number, work: () => void): Promise<void> {
    return this.attempt(undefined, async () => {
      // lmdb writes a changed page to a new place, and keeps the old one until the transaction ends.
      const needed = bytes * 2
      checkRoom(this.#folder, needed)
      await this.#root.transaction(work).catch((error: unknown) => rethrow(this.#folder, error, needed))
      this.status.set('open')
    })
  }

  /** The entries of a chain, or of all. */
  entriesOf(chainId: number | undefined) {
    return this.entries.getRange(
      chainId === undefined ? {} : { start: [chainId] as never, end: [chainId + 1] as never },
    )
  }

  /** Writes a record, which takes about `size` bytes on disk. */
  put(key: RecordKey, bytes: Uint8Array, size: number): void {
    void this.#segments.put(placeOf(key), { format: recordFormat, bytes })
    void this.entries.put(placeOf(key), { key, bytes: size, used: Date.now() })
  }

  /** The bytes of a record; `undefined` if there is none of the present format. */
  get(place: Place): Uint8Array | undefined {
    const found = this.#segments.get(place)
    return found?.format === recordFormat ? found.bytes : undefined
  }

  remove(place: Place): void {
    void this.entries.remove(place)
    void this.#segments.remove(place)
  }

  /** Deletes the least recently used records until the others fit. */
  makeRoom(): void {
    let total = 0
    for (const { value } of this.entriesOf(undefined)) total += value.bytes
    if (total <= this.maxBytes) return
    const entries = [...this.entriesOf(undefined)].sort((a, b) => a.value.used - b.value.used)
    for (const { key, value } of entries) {
      if (total <= this.maxBytes) return
      total -= value.bytes
      this.remove(key)
    }
  }

  markUsed(places: readonly Place[]): void {
    const now = Date.now()
    const isDue = (entry: Entry | undefined) => entry !== undefined && now - entry.used >= useInterval
    const due = places.filter((place) => isDue(this.entries.get(place)))
    if (due.length === 0) return
    void this.change(0, () => {
      for (const place of due) {
        const entry = this.entries.get(place)
        if (entry) void this.entries.put(place, { ...entry, used: now })
      }
    })
  }
}
