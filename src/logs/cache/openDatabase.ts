import type { CheckpointRecord } from './checkpoints.ts'

interface SegmentRecord {
  readonly format: number
  readonly buffers: readonly ArrayBuffer[]
}

/**
 * A part of a fold's state. It is stored with the logs, so that the least recently used records of both are deleted
 * first.
 */
export interface FoldRecord {
  readonly format: number
  readonly buffers?: undefined
  /** A `FoldHeader` in part 0, text in the others. */
  readonly fold: unknown
}

interface RecordUse {
  /** When it was last read or written, in milliseconds since the epoch. */
  readonly used: number
  readonly bytes: number
}

interface Records {
  segments: SegmentRecord | FoldRecord
  /** A separate store, so that reading a segment does not rewrite it. */
  uses: RecordUse
  /** Checkpoints by chain id. */
  anchors: CheckpointRecord
}

type Store<name extends keyof Records> = Omit<IDBObjectStore, 'put'> & {
  put(value: Records[name], key: IDBValidKey): IDBRequest
}

interface OpenDatabaseOptions {
  readonly factory: IDBFactory
  readonly name: string
  /** Another tab has an older version open, and this one has to wait. */
  onBlocked(): void
  /** The connection has ended: another tab needs a newer version, or the browser closed it. */
  onGone(reason: 'upgrade' | 'deleted' | 'lost'): void
}

const version = 2

/** Opens the database, and closes it when another tab needs to upgrade or delete it. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<IDBDatabase> {
  const { factory, name, onBlocked, onGone } = options
  const request = factory.open(name, version)
  request.addEventListener('upgradeneeded', () => {
    const database = request.result
    for (const store of [...database.objectStoreNames]) database.deleteObjectStore(store)
    database.createObjectStore('segments')
    database.createObjectStore('uses')
    database.createObjectStore('anchors')
  })
  request.addEventListener('blocked', onBlocked)
  const database = await resultOf(request)
  database.addEventListener('versionchange', ({ newVersion }) => {
    database.close()
    onGone(newVersion === null ? 'deleted' : 'upgrade')
  })
  database.addEventListener('close', () => onGone('lost'))
  return database
}

/** The result of a request. A request whose result nobody reads needs no handler: its transaction reports the same error. */
export function resultOf<value>(request: IDBRequest<value>): Promise<value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? aborted()))
  })
}

/** Starts a transaction that writes. */
export function startWriting(database: IDBDatabase, names: readonly (keyof Records)[]) {
  const transaction = database.transaction(names, 'readwrite')
  const done = new Promise<void>((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? aborted()))
  })
  // If a caller throws before it waits, the rejection must not be unhandled.
  done.catch(() => {})
  const store = <name extends keyof Records>(name: name): Store<name> => transaction.objectStore(name)
  return { done, store }
}

/** A store of a transaction that only reads. */
export function storeToRead(database: IDBDatabase, name: keyof Records): IDBObjectStore {
  return database.transaction(name).objectStore(name)
}

const aborted = () => new DOMException('The transaction was aborted.', 'AbortError')

/** Whether the disk is full. */
export function isQuota(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}
