import { StorageError } from '../../errors/StorageError.ts'
import { systemClock } from '../../rpc/Clock.ts'
import type { Clock } from '../../rpc/Clock.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import type { LogStorage, LogStorageStatus, StoredKey, StoredRecord, Checkpoint } from './LogStorage.ts'
import { makeRoom, putRecords, readRecords } from './recordStore.ts'
import { openDatabase, ignoreRejection } from './openDatabase.ts'
import type { Database } from './openDatabase.ts'
import { parseCheckpoints, toCheckpointRecord } from './checkpoints.ts'
import { parseRecordKeys } from './records.ts'

export interface IndexedDbStorageOptions {
  /** Name of the database. @default 'topic0' */
  name?: string | undefined
  /** How much is kept on disk, in bytes; what was not used for longest goes first. @default 268_435_456 */
  maxBytes?: number | undefined
  /** Called when logs cannot be kept, and why; reading goes on without. */
  onNotice?: ((notice: StorageError) => void) | undefined
  /** @default the page's `indexedDB`, looked up at the first use */
  factory?: IDBFactory | undefined
  clock?: Clock | undefined
}

/** Some browsers never answer when storage is broken; a scan must not wait for that. Milliseconds. */
const openTimeout = 3_000
/** Bytes copied to the database at once, so that the page stays alive. */
const writeTogether = 1024 * 1024
/**
 * Keeps final intervals in IndexedDB, one packed record each. Opens at the first use, so that it can be made on a server.
 * Where there is no IndexedDB, or it is blocked, full or broken, logs live in memory only, `onNotice` says so, and nothing
 * else changes.
 *
 * @example
 * const cache = createLogCache({ storage: indexedDbStorage() })
 */
export function indexedDbStorage(options: IndexedDbStorageOptions = {}): LogStorage {
  const { name = 'topic0', maxBytes = 256 * 1024 * 1024, onNotice, clock = systemClock } = options
  const listeners = new Set<() => void>()
  let status: LogStorageStatus = { state: 'idle', notice: undefined }
  let opening: Promise<Database | undefined> | undefined
  let database: Database | undefined
  /** What is on disk as far as this page knows; `undefined` when it has not counted yet. */
  let total: number | undefined
  let sinceCount = 0

  function setState(state: LogStorageStatus['state'], notice?: StorageError) {
    // What has been said is not said again.
    if (status.state === 'closed' || (status.state === state && notice)) return
    status = { state, notice }
    for (const listener of [...listeners]) listener()
    // Not from here: whatever the callback throws must not reach a scan.
    if (notice && onNotice) queueMicrotask(() => onNotice(notice))
  }

  function give(up: string, cause?: unknown) {
    setState(
      'unavailable',
      new StorageError('unavailable', `Logs are kept in memory only: ${up}.`, {
        advice: 'They are read again after a reload; nothing else is affected.',
        cause,
      }),
    )
  }

  function open(): Promise<Database | undefined> {
    opening ??= new Promise((resolve) => {
      const timer = clock.setTimeout(wait, openTimeout)
      function wait() {
        give('the browser does not open its storage')
        resolve(undefined)
      }
      connect(wait)
        .then((opened) => {
          if (status.state === 'closed') return opened.close()
          // Late, perhaps, after having been given up; welcome all the same.
          database = opened
          opening = Promise.resolve(opened)
          setState('open')
        })
        .catch((error: unknown) => give('the browser has no storage for this page', error))
        .finally(() => {
          clock.clearTimeout(timer)
          resolve(database)
        })
    })
    return opening
  }

  async function connect(onBlocked: () => void): Promise<Database> {
    // Looking at `indexedDB` throws where the page may not have storage.
    const factory = options.factory ?? globalThis.indexedDB
    return openDatabase({
      factory,
      name,
      onBlocked,
      onGone(reason) {
        database = undefined
        // After an upgrade this code does not know the format any more; else the next use opens anew.
        opening = reason === 'upgrade' ? Promise.resolve(undefined) : undefined
        if (reason === 'upgrade') give('another tab uses a newer version of this page')
        else setState('idle')
      },
    })
  }

  /** Runs `work` where there is a database; what goes wrong costs the result, no more. */
  async function attempt<result>(
    otherwise: result,
    work: (database: Database) => Promise<result>,
  ): Promise<result> {
    if (status.state === 'closed') return otherwise
    const opened = await open()
    if (!opened) return otherwise
    try {
      const result = await work(opened)
      if (status.state === 'unavailable') setState('open')
      return result
    } catch (error) {
      // A connection that was closed meanwhile has said so itself.
      if (database === opened) give("the browser's storage does not work", error)
      return otherwise
    }
  }

  async function write(opened: Database, records: readonly StoredRecord[]): Promise<void> {
    try {
      sinceCount += await putRecords(opened, records, clock.now())
    } catch (error) {
      if (!isQuota(error)) throw error
      // The disk holds less than `maxBytes`: half of what is there makes way, and if that is not enough, so be it.
      total = await makeRoom(opened, (await makeRoom(opened, maxBytes)) / 2)
      sinceCount += await putRecords(opened, records, clock.now())
    }
    // Other tabs write too, so what is there is counted from time to time.
    if (total !== undefined && total + sinceCount <= maxBytes && sinceCount < maxBytes / 8) return
    const counted = await makeRoom(opened, maxBytes)
    total = counted
    sinceCount = 0
  }

  return {
    list: (chainId) =>
      attempt<readonly StoredKey[]>([], async (opened) => {
        const keys = await opened.getAllKeys('segments', keysOf(chainId))
        return parseRecordKeys(keys)
      }),

    read: (keys) =>
      attempt<readonly (LogSegment | undefined)[]>([], (opened) => readRecords(opened, keys, clock.now())),

    write: (records) =>
      attempt(undefined, async (opened) => {
        if (status.state === 'full') return
        try {
          for (const some of portions(records)) await write(opened, some)
        } catch (error) {
          if (!isQuota(error)) throw error
          setState(
            'full',
            new StorageError(
              'full',
              "What is read now is kept in memory only: there is no more room in the browser's storage.",
              {
                advice: 'Free some disk space, or clear the data of this site; then reload.',
                cause: error,
              },
            ),
          )
        }
      }),

    readCheckpoints: (chainId) =>
      attempt<readonly Checkpoint[]>([], async (opened) =>
        parseCheckpoints(await opened.get('anchors', chainId)),
      ),

    writeCheckpoint: (chainId, anchor) =>
      attempt(undefined, async (opened) => {
        const step = opened.transaction('anchors', 'readwrite')
        ignoreRejection(step.done)
        // Another tab may have written meanwhile.
        const known = parseCheckpoints(await step.store.get(chainId))
        ignoreRejection(step.store.put(toCheckpointRecord([...known, anchor]), chainId))
        // A disk too full for this is so for logs as well, which say so.
        await step.done.catch((error: unknown) => {
          if (!isQuota(error)) throw error
        })
      }),

    clear: (chainId) =>
      attempt(undefined, async (opened) => {
        const step = opened.transaction(['segments', 'uses', 'anchors'], 'readwrite')
        const anchors = step.objectStore('anchors')
        ignoreRejection(chainId === undefined ? anchors.clear() : anchors.delete(chainId))
        for (const name of ['segments', 'uses'] as const) {
          const store = step.objectStore(name)
          ignoreRejection(chainId === undefined ? store.clear() : store.delete(keysOf(chainId)))
        }
        await step.done
        total = undefined
        if (status.state === 'full') setState('open')
      }),

    getStatus: () => status,

    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    close() {
      setState('closed')
      database?.close()
      database = undefined
    },
  }
}

/** All keys that begin with a network: among keys, an empty list comes after every text. */
function keysOf(chainId: number): IDBKeyRange {
  return IDBKeyRange.bound([chainId], [chainId, []])
}

function isQuota(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}

/** Records in groups of some megabytes. */
function* portions(records: readonly StoredRecord[]): Generator<readonly StoredRecord[], void> {
  let some: StoredRecord[] = []
  let bytes = 0
  for (const record of records) {
    some.push(record)
    bytes += record.segment.byteLength
    if (bytes < writeTogether) continue
    yield some
    some = []
    bytes = 0
  }
  if (some.length > 0) yield some
}
