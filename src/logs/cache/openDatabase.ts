import type { RecordKey } from './records.ts'
import { wrap } from 'idb'
import type { DBSchema, IDBPDatabase } from 'idb'
import type { CheckpointRecord } from './checkpoints.ts'

export interface SegmentRecord {
  readonly format: number
  readonly buffers: readonly ArrayBuffer[]
}

export interface RecordUse {
  /** When it was last read or written, in milliseconds since the epoch. */
  readonly used: number
  readonly bytes: number
}

interface Schema extends DBSchema {
  segments: { key: RecordKey; value: SegmentRecord }
  /** Beside each segment, so that using one does not write it anew. Says nothing of what is held. */
  uses: { key: RecordKey; value: RecordUse }
  /** By network. */
  anchors: { key: number; value: CheckpointRecord }
}

export type Database = IDBPDatabase<Schema>

interface OpenDatabaseOptions {
  readonly factory: IDBFactory
  readonly name: string
  /** Another tab holds an older version open and this one has to wait. */
  onBlocked(): void
  /** The connection has ended: because another tab needs a newer version, or for the browser's own reasons. */
  onGone(reason: 'upgrade' | 'deleted' | 'lost'): void
}

const version = 2

/** Opens the database and sees to it that it never stands in another tab's way. */
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

/** Lets a request of a transaction fail by itself: the transaction as a whole says what went wrong. */
export function ignoreRejection(request: Promise<unknown>): void {
  request.catch(() => {
    // Said by the transaction.
  })
}
