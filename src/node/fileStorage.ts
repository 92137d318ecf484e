import { Listeners } from '../base/Listeners.ts'
import { StorageError } from '../errors/StorageError.ts'
import { highestCheckpoints, parseCheckpoints, toCheckpointRecord } from '../logs/cache/checkpoints.ts'
import type { Checkpoint, LogStorage, LogStorageStatus, StoredKey } from '../logs/cache/LogStorage.ts'
import { parseRecordKeys, readSegment, recordBytes, recordFormat, recordKey } from '../logs/cache/records.ts'
import { fileFolds, placeOf, type Entry, type Place, type Tables } from './fileFolds.ts'
import { checkRoom, openLmdb, rethrow } from './openLmdb.ts'

export interface FileStorageOptions {
  /** Maximum bytes on disk; the least recently used records are deleted first. @default 4_294_967_296 */
  maxBytes?: number | undefined
  /** Called if logs cannot be stored, with the reason. Reading continues without storage. */
  onNotice?: ((notice: StorageError) => void) | undefined
}

const gigabyte = 2 ** 30
/** Milliseconds during which a record is marked as used only once. */
const useInterval = 3_600_000

/**
 * Stores final blocks in a folder (`lmdb`), so that scripts and servers read them once. Stored blocks survive a crash
 * or a kill, and several processes may share the folder.
 *
 * @throws {@link StorageError} if `lmdb` is not installed, the disk is full, or the folder cannot be used.
 *
 * @example
 * const cache = createLogCache({ storage: fileStorage('logs-cache') })
 */
export function fileStorage(folder: string, options: FileStorageOptions = {}): LogStorage {
  const { maxBytes = 4 * gigabyte, onNotice } = options
  const root = openLmdb(folder)
  const tables: Tables = {
    entries: root.openDB('entries', {}),
    segments: root.openDB('segments', {}),
    checkpoints: root.openDB('checkpoints', {}),
  }
  const listeners = new Listeners()
  let status: LogStorageStatus = { state: 'open', notice: undefined }

  function setState(state: LogStorageStatus['state'], notice?: StorageError) {
    if (status.state === 'closed' || status.state === state) return
    status = { state, notice }
    listeners.notify()
    if (notice && onNotice) queueMicrotask(() => onNotice(notice))
  }

  async function attempt<result>(otherwise: result, work: () => result | Promise<result>): Promise<result> {
    if (status.state === 'closed') return otherwise
    try {
      return await work()
    } catch (cause) {
      const kind = cause instanceof StorageError && cause.kind === 'full' ? 'full' : 'unavailable'
      const advice = kind === 'full' ? 'Free some disk space.' : 'Check that this process may write to it.'
      const notice = `Logs are kept in memory only: ${folder} cannot be used.`
      setState(kind, new StorageError(kind, notice, { advice, cause }))
      return otherwise
    }
  }

  /** Changes the database in one transaction, which writes about this many bytes. */
  function change(bytes: number, work: () => void): Promise<void> {
    return attempt(undefined, async () => {
      // lmdb writes a changed page to a new place, and keeps the old one until the transaction ends.
      const needed = bytes * 2
      checkRoom(folder, needed)
      await root.transaction(work).catch((error: unknown) => rethrow(folder, error, needed))
      setState('open')
    })
  }

  const entriesOf = (chainId: number | undefined) =>
    tables.entries.getRange(
      chainId === undefined ? {} : { start: [chainId] as never, end: [chainId + 1] as never },
    )

  /** Deletes the least recently used records until the others fit. */
  function makeRoom() {
    let total = 0
    for (const { value } of entriesOf(undefined)) total += value.bytes
    if (total <= maxBytes) return
    const entries = [...entriesOf(undefined)].sort((a, b) => a.value.used - b.value.used)
    for (const { key, value } of entries) {
      if (total <= maxBytes) return
      total -= value.bytes
      remove(key)
    }
  }

  function addCheckpoint(chainId: number, checkpoint: Checkpoint) {
    const known = parseCheckpoints(tables.checkpoints.get(chainId))
    void tables.checkpoints.put(chainId, toCheckpointRecord([...known, checkpoint]))
  }

  function remove(place: Place) {
    void tables.entries.remove(place)
    void tables.segments.remove(place)
  }

  function markUsed(places: readonly Place[]) {
    const now = Date.now()
    const isDue = (entry: Entry | undefined) => entry !== undefined && now - entry.used >= useInterval
    const due = places.filter((place) => isDue(tables.entries.get(place)))
    if (due.length === 0) return
    void change(0, () => {
      for (const place of due) {
        const entry = tables.entries.get(place)
        if (entry) void tables.entries.put(place, { ...entry, used: now })
      }
    })
  }

  return {
    list: (chainId) =>
      attempt<readonly StoredKey[]>([], () =>
        parseRecordKeys(Array.from(entriesOf(chainId), ({ value }) => value.key)),
      ),

    read: (keys) =>
      attempt(
        keys.map(() => undefined),
        () => {
          const used: Place[] = []
          const segments = keys.map(({ chainId, filter, range }) => {
            const key = recordKey(chainId, filter, range)
            const place = key && placeOf(key)
            const found = place && tables.segments.get(place)
            if (!found || found.format !== recordFormat) return undefined
            used.push(place)
            const { buffer, byteOffset, byteLength } = found.bytes
            return readSegment([buffer.slice(byteOffset, byteOffset + byteLength)], filter, range)
          })
          markUsed(used)
          return segments
        },
      ),

    write(records) {
      const size = records.reduce((sum, { segment }) => sum + segment.byteLength, 0)
      return change(size, () => {
        for (const { key, segment, replaces } of records) {
          const record = recordKey(key.chainId, key.filter, key.range)
          const [bytes] = segment.toBuffers()
          if (!record || !bytes) continue
          const place = placeOf(record)
          void tables.segments.put(place, { format: recordFormat, bytes: new Uint8Array(bytes) })
          const entry = { key: record, bytes: recordBytes(segment, record), used: Date.now() }
          void tables.entries.put(place, entry)
          for (const range of replaces) {
            const old = recordKey(key.chainId, key.filter, range)
            if (old) remove(placeOf(old))
          }
        }
        for (const [chainId, checkpoint] of highestCheckpoints(records)) addCheckpoint(chainId, checkpoint)
        makeRoom()
      })
    },

    readCheckpoints: (chainId) => attempt([], () => [...parseCheckpoints(tables.checkpoints.get(chainId))]),

    writeCheckpoint: (chainId, checkpoint) => change(0, () => addCheckpoint(chainId, checkpoint)),

    clear: (chainId) =>
      change(0, () => {
        for (const { key } of [...entriesOf(chainId)]) remove(key)
        for (const key of [...tables.checkpoints.getKeys()])
          if (chainId === undefined || key === chainId) void tables.checkpoints.remove(key)
      }),

    folds: fileFolds({ change, tables, maxBytes, attempt, remove, markUsed, makeRoom }),

    getStatus: () => status,
    subscribe: listeners.add,
    close: () => setState('closed'),
  }
}
