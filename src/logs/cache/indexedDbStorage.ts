import { lazyModule } from '../../base/lazyModule.ts'
import { Listeners } from '../../base/Listeners.ts'
import { StorageError } from '../../errors/StorageError.ts'
import { systemClock } from '../../rpc/Clock.ts'
import type { Clock } from '../../rpc/Clock.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import { fitsStorage } from './FoldStorage.ts'
import type { FoldPoint } from './FoldStorage.ts'
import type { LogStorage, LogStorageStatus, StoredKey, StoredRecord, Checkpoint } from './LogStorage.ts'
import type { Database } from './openDatabase.ts'

export interface IndexedDbStorageOptions {
  /** Name of the database. @default 'topic0' */
  name?: string | undefined
  /** Maximum bytes on disk; the least recently used records are deleted first. @default 268_435_456 */
  maxBytes?: number | undefined
  /** Called if logs cannot be stored, with the reason. Reading continues without storage. */
  onNotice?: ((notice: StorageError) => void) | undefined
  /** @default the page's `indexedDB`, looked up at the first use */
  factory?: IDBFactory | undefined
  clock?: Clock | undefined
}

const lazyDatabase = /* @__PURE__ */ lazyModule(() => import('./database.ts'))

type DatabaseCode = Awaited<ReturnType<typeof lazyDatabase.load>>

/** Milliseconds to wait for the database: some browsers never answer if their storage is broken. */
const openTimeout = 3_000
/** Bytes copied to the database in one go, so that the page stays responsive. */
const writeTogether = 1024 * 1024

/**
 * Stores final ranges in IndexedDB, one packed record each. Opens at the first use, so it can be created on a server. If
 * IndexedDB is missing, blocked, full or broken, logs are kept in memory only, and `onNotice` reports it.
 *
 * @example
 * const cache = createLogCache({ storage: indexedDbStorage() })
 */
export function indexedDbStorage(options: IndexedDbStorageOptions = {}): LogStorage {
  const { name = 'topic0', maxBytes = 256 * 1024 * 1024, onNotice, clock = systemClock } = options
  const listeners = new Listeners()
  let status: LogStorageStatus = { state: 'idle', notice: undefined }
  let opening: Promise<Database | undefined> | undefined
  let database: Database | undefined
  /** Bytes on disk as far as this page knows; `undefined` before they are counted. */
  let total: number | undefined
  let sinceCount = 0

  function setState(state: LogStorageStatus['state'], notice?: StorageError) {
    // Reports each state once.
    if (status.state === 'closed' || (status.state === state && notice)) return
    status = { state, notice }
    listeners.notify()
    // In a microtask: an error of the callback must not reach a scan.
    if (notice && onNotice) queueMicrotask(() => onNotice(notice))
  }

  function reportUnavailable(reason: string, cause?: unknown) {
    setState(
      'unavailable',
      new StorageError('unavailable', `Logs are kept in memory only: ${reason}.`, {
        advice: 'Logs are read again after a reload. Nothing else is affected.',
        cause,
      }),
    )
  }

  function open(): Promise<Database | undefined> {
    opening ??= new Promise((resolve) => {
      const timer = clock.setTimeout(wait, openTimeout)
      function wait() {
        reportUnavailable(why('the browser does not open its storage'))
        resolve(undefined)
      }
      connect(wait)
        .then((opened) => {
          if (status.state === 'closed') return opened.close()
          // The database is used even if it opens after the timeout.
          database = opened
          opening = Promise.resolve(opened)
          setState('open')
        })
        .catch((error: unknown) => {
          reportUnavailable(
            why(isNamed(error, 'VersionError') ? newerVersion : 'the browser has no storage for this page'),
            error,
          )
          if (!lazyDatabase.loaded()) reopenOnceLoaded()
        })
        .finally(() => {
          clock.clearTimeout(timer)
          resolve(database)
        })
    })
    return opening
  }

  /** The code that stores logs could not be loaded: it is, once the server is back. The next use then opens the database. */
  function reopenOnceLoaded() {
    const stop = lazyDatabase.subscribe(() => {
      stop()
      opening = undefined
    })
  }

  async function connect(onBlocked: () => void): Promise<Database> {
    const { openDatabase } = await lazyDatabase.load()
    // Reading `indexedDB` throws if the page may not use storage.
    const factory = options.factory ?? globalThis.indexedDB
    return openDatabase({
      factory,
      name,
      onBlocked,
      onGone(reason) {
        database = undefined
        // After an upgrade, this code does not know the format. Otherwise, the next use opens the database again.
        opening = reason === 'upgrade' ? Promise.resolve(undefined) : undefined
        if (reason === 'upgrade') reportUnavailable(newerVersion)
        else setState('idle')
      },
    })
  }

  /** Runs `work` with the database; returns `otherwise` if there is none, or if `work` fails. */
  async function attempt<result>(
    otherwise: result,
    work: (database: Database, code: DatabaseCode) => Promise<result>,
  ): Promise<result> {
    if (status.state === 'closed') return otherwise
    const opened = await open()
    if (!opened) return otherwise
    try {
      const result = await work(opened, await lazyDatabase.load())
      if (status.state === 'unavailable') setState('open')
      return result
    } catch (error) {
      // If the connection was closed, that has been reported already.
      if (database === opened) reportUnavailable("the browser's storage does not work", error)
      return otherwise
    }
  }

  async function write(
    opened: Database,
    records: readonly StoredRecord[],
    { makeRoom, putRecords }: DatabaseCode,
  ): Promise<void> {
    try {
      sinceCount += await putRecords(opened, records, clock.now())
    } catch (error) {
      if (!isQuota(error)) throw error
      // The disk has less than `maxBytes`: deletes half of the records and tries once more.
      total = await makeRoom(opened, (await makeRoom(opened, maxBytes)) / 2)
      sinceCount += await putRecords(opened, records, clock.now())
    }
    // Counts the bytes on disk from time to time, because other tabs write as well.
    if (total !== undefined && total + sinceCount <= maxBytes && sinceCount < maxBytes / 8) return
    total = await makeRoom(opened, maxBytes)
    sinceCount = 0
  }

  return {
    list: (chainId) =>
      attempt<readonly StoredKey[]>([], async (opened, { parseRecordKeys }) => {
        return parseRecordKeys(await opened.getAllKeys('segments', keysOf(chainId)))
      }),

    read: (keys) =>
      attempt<readonly (LogSegment | undefined)[]>([], (opened, { readRecords }) =>
        readRecords(opened, keys, clock.now()),
      ),

    write: (records) =>
      attempt(undefined, async (opened, code) => {
        if (status.state === 'full') return
        try {
          for (const some of portions(records)) await write(opened, some, code)
        } catch (error) {
          if (!isQuota(error)) throw error
          setState(
            'full',
            new StorageError('full', "New logs are kept in memory only: the browser's storage is full.", {
              advice: 'Free some disk space, or clear the data of this site; then reload.',
              cause: error,
            }),
          )
        }
      }),

    readCheckpoints: (chainId) =>
      attempt<readonly Checkpoint[]>([], async (opened, { parseCheckpoints }) =>
        parseCheckpoints(await opened.get('anchors', chainId)),
      ),

    writeCheckpoint: (chainId, checkpoint) =>
      attempt(undefined, async (opened, { ignoreRejection, parseCheckpoints, toCheckpointRecord }) => {
        const step = opened.transaction('anchors', 'readwrite')
        ignoreRejection(step.done)
        // Another tab may have written since.
        const known = parseCheckpoints(await step.store.get(chainId))
        ignoreRejection(step.store.put(toCheckpointRecord([...known, checkpoint]), chainId))
        // A full disk is reported when logs are written.
        await step.done.catch((error: unknown) => {
          if (!isQuota(error)) throw error
        })
      }),

    clear: (chainId) =>
      attempt(undefined, async (opened, { ignoreRejection }) => {
        const step = opened.transaction(['segments', 'uses', 'anchors'], 'readwrite')
        const checkpoints = step.objectStore('anchors')
        ignoreRejection(chainId === undefined ? checkpoints.clear() : checkpoints.delete(chainId))
        for (const name of ['segments', 'uses'] as const) {
          const store = step.objectStore(name)
          ignoreRejection(chainId === undefined ? store.clear() : store.delete(keysOf(chainId)))
        }
        await step.done
        total = undefined
        if (status.state === 'full') setState('open')
      }),

    folds: {
      list: (chainId, name) =>
        attempt<readonly FoldPoint[]>([], (opened, { listFold }) => listFold(opened, chainId, name)),
      read: (chainId, name, point) =>
        attempt<readonly string[] | undefined>(undefined, (opened, { readFold }) =>
          readFold(opened, chainId, name, point, clock.now()),
        ),
      write: (chainId, name, point, parts) =>
        attempt(undefined, async (opened, { writeFold }) => {
          if (status.state === 'full' || !fitsStorage(parts, maxBytes)) return
          try {
            sinceCount += await writeFold(opened, chainId, name, point, parts, clock.now())
          } catch (error) {
            // A full disk is reported when logs are written.
            if (!isQuota(error)) throw error
          }
        }),
    },

    getStatus: () => status,

    subscribe: listeners.add,

    close() {
      setState('closed')
      database?.close()
      database = undefined
    },
  }
}

/** All keys that begin with a chain id: an empty array sorts after every string. */
function keysOf(chainId: number): IDBKeyRange {
  return IDBKeyRange.bound([chainId], [chainId, []])
}

/** `reason`, or that the code for the database could not be loaded. */
function why(reason: string): string {
  return lazyDatabase.loaded() ? reason : 'the code that stores them has not loaded'
}

const newerVersion = 'a newer version of this page uses its storage'

function isNamed(error: unknown, name: string): boolean {
  return error instanceof DOMException && error.name === name
}

function isQuota(error: unknown): boolean {
  return isNamed(error, 'QuotaExceededError')
}

/** Splits records into groups of about `writeTogether` bytes. */
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
