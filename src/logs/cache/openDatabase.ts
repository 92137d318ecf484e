import { wrap, type DBSchema, type IDBPDatabase } from 'idb'
import type { CheckpointRecord } from './checkpoints.ts'
import type { RecordKey } from './records.ts'

export interface SegmentRecord {
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

export interface RecordUse {
  /** When it was last read or written, in milliseconds since the epoch. */
  readonly used: number
  readonly bytes: number
}

interface Schema extends DBSchema {
  segments: { key: RecordKey; value: SegmentRecord | FoldRecord }
  /** A separate store, so that reading a segment does not rewrite it. */
  uses: { key: RecordKey; value: RecordUse }
  /** Checkpoints by chain id. */
  anchors: { key: number; value: CheckpointRecord }
}

export type Database = IDBPDatabase<Schema>

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
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
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
  const database = (await wrap(request)) as Database
  database.addEventListener('versionchange', ({ newVersion }) => {
    database.close()
    onGone(newVersion === null ? 'deleted' : 'upgrade')
  })
  database.addEventListener('close', () => onGone('lost'))
  return database
}

/** Ignores the error of a single request: its transaction reports the same error. */
export function ignoreRejection(request: Promise<unknown>): void {
  request.catch(() => {
    // Reported by the transaction.
  })
}

/** Whether the disk is full. */
export function isQuota(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}
