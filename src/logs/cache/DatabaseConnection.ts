import { lazyModule } from '../../base/lazyModule.ts'
import { StorageError } from '../../errors/StorageError.ts'
import type { Clock } from '../../rpc/Clock.ts'
import type { Database } from './openDatabase.ts'
import type { StorageStatus } from './StorageStatus.ts'

interface DatabaseConnectionOptions {
  readonly name: string
  /** @default the page's `indexedDB`, looked up at the first use */
  readonly factory: IDBFactory | undefined
  readonly clock: Clock
}

const lazyDatabase = /* @__PURE__ */ lazyModule(() => import('./database.ts'))

type DatabaseCode = Awaited<ReturnType<typeof lazyDatabase.load>>

/** Milliseconds to wait for the database: some browsers never answer if their storage is broken. */
const openTimeout = 3_000

const newerVersion = 'a newer version of this page uses its storage'

/** The connection to the database: opened at the first use, and again when it was lost. Keeps the status of the storage. */
export class DatabaseConnection {
  readonly #options: DatabaseConnectionOptions
  readonly #status: StorageStatus
  #opening: Promise<Database | undefined> | undefined
  #database: Database | undefined
  /** Whether the last use of the database failed: then it counts as open only once another use works. */
  #hasFailed = false

  constructor(status: StorageStatus, options: DatabaseConnectionOptions) {
    this.#status = status
    this.#options = options
  }

  /** Runs `work` with the database; returns `otherwise` if there is none, or if `work` fails twice. */
  async attempt<result>(
    otherwise: result,
    work: (database: Database, code: DatabaseCode) => Promise<result>,
    isLast = false,
  ): Promise<result> {
    if (this.#status.state === 'closed') return otherwise
    const opened = await this.#open()
    if (!opened) return otherwise
    try {
      const result = await work(opened, await lazyDatabase.load())
      this.#hasFailed = false
      if (this.#status.state === 'unavailable') this.#status.set('open')
      return result
    } catch (error) {
      if (this.#database === opened) {
        // Opened again at the next use: Safari closes connections without an event.
        opened.close()
        this.#database = this.#opening = undefined
        if (isLast) {
          this.#hasFailed = true
          this.#reportUnavailable("the browser's storage does not work", error)
        }
      }
      return isLast ? otherwise : this.attempt(otherwise, work, true)
    }
  }

  /** Closes it for good, and the storage with it. */
  close(): void {
    this.#status.set('closed')
    this.#database?.close()
    this.#database = undefined
  }

  #open(): Promise<Database | undefined> {
    const { clock } = this.#options
    this.#opening ??= new Promise((resolve) => {
      const giveUp = () => {
        this.#reportUnavailable(why('the browser does not open its storage'))
        resolve(undefined)
      }
      const timer = clock.setTimeout(giveUp, openTimeout)
      void this.#connect(giveUp).finally(() => {
        clock.clearTimeout(timer)
        resolve(this.#database)
      })
    })
    return this.#opening
  }

  async #connect(onBlocked: () => void): Promise<void> {
    try {
      const { openDatabase } = await lazyDatabase.load()
      // Reading `indexedDB` throws if the page may not use storage.
      const factory = this.#options.factory ?? globalThis.indexedDB
      const { name } = this.#options
      const onGone = (reason: 'upgrade' | 'deleted' | 'lost') => this.#disconnected(reason)
      const opened = await openDatabase({ factory, name, onBlocked, onGone })
      if (this.#status.state === 'closed') return opened.close()
      // The database is used even if it opens after the timeout.
      this.#database = opened
      this.#opening = Promise.resolve(opened)
      if (!this.#hasFailed) this.#status.set('open')
    } catch (error) {
      const reason = isVersionError(error) ? newerVersion : 'the browser has no storage for this page'
      this.#reportUnavailable(why(reason), error)
      if (!lazyDatabase.loaded()) this.#reopenOnceLoaded()
    }
  }

  #disconnected(reason: 'upgrade' | 'deleted' | 'lost'): void {
    this.#database = undefined
    // After an upgrade, this code does not know the format. Otherwise, the next use opens the database again.
    this.#opening = reason === 'upgrade' ? Promise.resolve(undefined) : undefined
    if (reason === 'upgrade') this.#reportUnavailable(newerVersion)
    else this.#status.set('idle')
  }

  /** The code that stores logs could not be loaded. Once it is, because the server is back, the next use opens the database. */
  #reopenOnceLoaded(): void {
    const stop = lazyDatabase.subscribe(() => {
      stop()
      this.#opening = undefined
    })
  }

  #reportUnavailable(reason: string, cause?: unknown): void {
    this.#status.set(
      'unavailable',
      new StorageError('unavailable', `Logs are kept in memory only: ${reason}.`, {
        advice: 'Logs are read again after a reload. Nothing else is affected.',
        cause,
      }),
    )
  }
}

/** `reason`, or that the code for the database could not be loaded. */
function why(reason: string): string {
  return lazyDatabase.loaded() ? reason : 'the code that stores them has not loaded'
}

/** Whether the stored database is of a newer version. */
function isVersionError(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'VersionError'
}
