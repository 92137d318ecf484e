import { lazyModule } from '../../base/lazyModule.ts'
import { Listeners } from '../../base/Listeners.ts'
import { StorageError } from '../../errors/StorageError.ts'
import { systemClock, type Clock } from '../../rpc/Clock.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import type { FoldPoint } from './FoldStorage.ts'
import type { LogStorage, LogStorageStatus, StoredKey, Checkpoint } from './LogStorage.ts'
import type { Database } from './openDatabase.ts'
import type { DiskUse } from './recordStore.ts'

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
  /** Whether the last use of the database failed: then it counts as open only once another use works. */
  let hasFailed = false
  const disk: DiskUse = { maxBytes, total: undefined, sinceCount: 0 }

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
          if (!hasFailed) setState('open')
        })
        .catch((error: unknown) => {
          reportUnavailable(
            why(isVersionError(error) ? newerVersion : 'the browser has no storage for this page'),
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

  /** The code that stores logs could not be loaded. Once it is, because the server is back, the next use opens the database. */
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

  /** Runs `work` with the database; returns `otherwise` if there is none, or if `work` fails twice. */
  async function attempt<result>(
    otherwise: result,
    work: (database: Database, code: DatabaseCode) => Promise<result>,
    isLast = false,
  ): Promise<result> {
    if (status.state === 'closed') return otherwise
    const opened = await open()
    if (!opened) return otherwise
    try {
      const result = await work(opened, await lazyDatabase.load())
      hasFailed = false
      if (status.state === 'unavailable') setState('open')
      return result
    } catch (error) {
      if (database === opened) {
        // Opened again at the next use: Safari closes connections without an event.
        opened.close()
        database = opening = undefined
        if (isLast) {
          hasFailed = true
          reportUnavailable("the browser's storage does not work", error)
        }
      }
      return isLast ? otherwise : attempt(otherwise, work, true)
    }
  }

  return {
    list: (chainId) =>
      attempt<readonly StoredKey[]>([], (opened, { listRecords }) => listRecords(opened, chainId)),

    read: (keys) =>
      attempt<readonly (LogSegment | undefined)[]>([], (opened, { readRecords }) =>
        readRecords(opened, keys, clock.now()),
      ),

    write: (records) =>
      attempt(undefined, async (opened, { isQuota, writeRecords }) => {
        if (status.state === 'full') return
        try {
          await writeRecords(opened, records, disk, () => clock.now())
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
      attempt<readonly Checkpoint[]>([], (opened, { readCheckpoints }) => readCheckpoints(opened, chainId)),

    writeCheckpoint: (chainId, checkpoint) =>
      attempt(undefined, (opened, { writeCheckpoint }) => writeCheckpoint(opened, chainId, checkpoint)),

    clear: (chainId) =>
      attempt(undefined, async (opened, { clearRecords }) => {
        await clearRecords(opened, chainId)
        disk.total = undefined
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
        attempt(undefined, async (opened, { isQuota, writeFold }) => {
          if (status.state === 'full') return
          try {
            await writeFold(opened, chainId, name, point, parts, disk, clock.now())
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

/** `reason`, or that the code for the database could not be loaded. */
function why(reason: string): string {
  return lazyDatabase.loaded() ? reason : 'the code that stores them has not loaded'
}

const newerVersion = 'a newer version of this page uses its storage'

/** Whether the stored database is of a newer version. */
function isVersionError(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'VersionError'
}
