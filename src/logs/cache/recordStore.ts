import { yieldToMain } from '../../rpc/yieldToMain.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import { parseCheckpoints, toCheckpointRecord, highestCheckpoints } from './checkpoints.ts'
import type { Checkpoint, StoredRecord, StoredKey } from './LogStorage.ts'
import { ignoreRejection, isQuota, type Database } from './openDatabase.ts'
import {
  parseRecordKeys,
  recordBytes,
  recordFormat,
  recordKey,
  readSegment,
  type RecordKey,
} from './records.ts'

/** The bytes on disk, as far as this page knows. */
export interface DiskUse {
  readonly maxBytes: number
  /** `undefined` before they are counted. */
  total: number | undefined
  /** Bytes that this page has written since they were counted. */
  sinceCount: number
}

/** Bytes copied to the database in one go, so that the page stays responsive. */
const writeTogether = 1024 * 1024

export async function listRecords(database: Database, chainId: number): Promise<readonly StoredKey[]> {
  return parseRecordKeys(await database.getAllKeys('segments', keysOf(chainId)))
}

/** Reads records, marks them as used, and deletes damaged ones. */
export async function readRecords(
  database: Database,
  keys: readonly StoredKey[],
  now: number,
): Promise<readonly (LogSegment | undefined)[]> {
  const ats = keys.map(({ chainId, filter, range }) => recordKey(chainId, filter, range))
  const { store } = database.transaction('segments')
  const values = (await Promise.all(ats.map(async (at) => at && store.get(at)))) as unknown[]
  const segments: (LogSegment | undefined)[] = []
  for (const [index, value] of values.entries()) {
    // Checking a large record takes a while.
    if (index > 0) await yieldToMain()
    const { format, buffers } = (value ?? {}) as Record<string, unknown>
    const { filter, range } = keys[index]!
    segments.push(format === recordFormat ? readSegment(buffers, filter, range) : undefined)
  }
  const step = database.transaction(['segments', 'uses'], 'readwrite')
  // The logs are returned even if marking the records fails.
  ignoreRejection(step.done)
  for (const [index, at] of ats.entries()) {
    if (!at || values[index] === undefined) continue
    const segment = segments[index]
    if (segment)
      ignoreRejection(step.objectStore('uses').put({ used: now, bytes: recordBytes(segment, at) }, at))
    else {
      ignoreRejection(step.objectStore('segments').delete(at))
      ignoreRejection(step.objectStore('uses').delete(at))
    }
  }
  return segments
}

/** Writes records, and deletes the least recently used ones if there are more than `maxBytes`. */
export async function writeRecords(
  database: Database,
  records: readonly StoredRecord[],
  disk: DiskUse,
  now: () => number,
): Promise<void> {
  const { maxBytes } = disk
  for (const some of portions(records)) {
    try {
      await putRecords(database, some, disk, now())
    } catch (error) {
      if (!isQuota(error)) throw error
      // The disk has less than `maxBytes`: deletes half of the records and tries once more.
      disk.total = await makeRoom(database, (await makeRoom(database, maxBytes)) / 2)
      await putRecords(database, some, disk, now())
    }
    // Counts the bytes on disk from time to time, because other tabs write as well.
    const { total, sinceCount } = disk
    if (total !== undefined && total + sinceCount <= maxBytes && sinceCount < maxBytes / 8) continue
    disk.total = await makeRoom(database, maxBytes)
    disk.sinceCount = 0
  }
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

/** Writes records and their checkpoints, and deletes the records they replace, in one transaction. */
async function putRecords(
  database: Database,
  records: readonly StoredRecord[],
  disk: DiskUse,
  now: number,
): Promise<void> {
  const step = database.transaction(['segments', 'uses', 'anchors'], 'readwrite')
  const segments = step.objectStore('segments')
  const uses = step.objectStore('uses')
  // If a line below throws, its rejection must not be unhandled.
  ignoreRejection(step.done)
  let written = 0
  for (const { key, segment, replaces } of records) {
    const { chainId, filter } = key
    const at = recordKey(chainId, filter, key.range)
    if (!at) continue
    const bytes = recordBytes(segment, at)
    ignoreRejection(segments.put({ format: recordFormat, buffers: segment.toBuffers() }, at))
    ignoreRejection(uses.put({ used: now, bytes }, at))
    written += bytes
    for (const range of replaces) {
      const old = recordKey(chainId, filter, range)
      if (!old) continue
      ignoreRejection(segments.delete(old))
      ignoreRejection(uses.delete(old))
    }
  }
  const checkpoints = step.objectStore('anchors')
  for (const [chainId, checkpoint] of highestCheckpoints(records)) {
    const known = parseCheckpoints(await checkpoints.get(chainId))
    ignoreRejection(checkpoints.put(toCheckpointRecord([...known, checkpoint]), chainId))
  }
  await step.done
  disk.sinceCount += written
}

/**
 * Deletes damaged entries and the least recently used records until at most `maxBytes` are left, in one transaction.
 * Returns the bytes that are left.
 */
async function makeRoom(database: Database, maxBytes: number): Promise<number> {
  const step = database.transaction(['segments', 'uses'], 'readwrite')
  ignoreRejection(step.done)
  const segments = step.objectStore('segments')
  const uses = step.objectStore('uses')
  const [segmentKeys, useKeys, values] = await Promise.all([
    segments.getAllKeys(),
    uses.getAllKeys(),
    uses.getAll() as Promise<unknown[]>,
  ])
  const present = new Set(segmentKeys.map((key) => JSON.stringify(key)))
  const known: { key: RecordKey; used: number; bytes: number }[] = []
  for (const [index, key] of useKeys.entries()) {
    const { used, bytes } = (values[index] ?? {}) as Record<string, unknown>
    const isSound = typeof used === 'number' && typeof bytes === 'number' && used >= 0 && bytes >= 0
    if (isSound && present.delete(JSON.stringify(key))) known.push({ key, used, bytes })
    else ignoreRejection(uses.delete(key))
  }
  for (const key of segmentKeys) if (present.has(JSON.stringify(key))) ignoreRejection(segments.delete(key))
  let total = known.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { key, bytes } of known.sort((a, b) => a.used - b.used)) {
    if (total <= maxBytes) break
    total -= bytes
    ignoreRejection(segments.delete(key))
    ignoreRejection(uses.delete(key))
  }
  await step.done
  return total
}

export async function readCheckpoints(database: Database, chainId: number): Promise<readonly Checkpoint[]> {
  return parseCheckpoints(await database.get('anchors', chainId))
}

export async function writeCheckpoint(
  database: Database,
  chainId: number,
  checkpoint: Checkpoint,
): Promise<void> {
  const step = database.transaction('anchors', 'readwrite')
  ignoreRejection(step.done)
  // Another tab may have written since.
  const known = parseCheckpoints(await step.store.get(chainId))
  ignoreRejection(step.store.put(toCheckpointRecord([...known, checkpoint]), chainId))
  // A full disk is reported when logs are written.
  await step.done.catch((error: unknown) => {
    if (!isQuota(error)) throw error
  })
}

/** Deletes everything of a chain, or of all. */
export async function clearRecords(database: Database, chainId: number | undefined): Promise<void> {
  const step = database.transaction(['segments', 'uses', 'anchors'], 'readwrite')
  const checkpoints = step.objectStore('anchors')
  ignoreRejection(chainId === undefined ? checkpoints.clear() : checkpoints.delete(chainId))
  for (const name of ['segments', 'uses'] as const) {
    const store = step.objectStore(name)
    ignoreRejection(chainId === undefined ? store.clear() : store.delete(keysOf(chainId)))
  }
  await step.done
}

/** All keys that begin with a chain id: an empty array sorts after every string. */
function keysOf(chainId: number): IDBKeyRange {
  return IDBKeyRange.bound([chainId], [chainId, []])
}
