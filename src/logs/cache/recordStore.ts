import { yieldToMain } from '../../rpc/yieldToMain.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import { parseCheckpoints, toCheckpointRecord, highestCheckpoints } from './checkpoints.ts'
import type { Checkpoint, StoredRecord, StoredKey } from './LogStorage.ts'
import { isQuota, resultOf, startWriting, storeToRead } from './openDatabase.ts'
import { parseRecordKeys, recordBytes, recordFormat, recordKey, readSegment } from './records.ts'

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

export async function listRecords(database: IDBDatabase, chainId: number): Promise<readonly StoredKey[]> {
  return parseRecordKeys(await resultOf(storeToRead(database, 'segments').getAllKeys(keysOf(chainId))))
}

/** Reads records, marks them as used, and deletes damaged ones. */
export async function readRecords(
  database: IDBDatabase,
  keys: readonly StoredKey[],
  now: number,
): Promise<readonly (LogSegment | undefined)[]> {
  const ats = keys.map(({ chainId, filter, range }) => recordKey(chainId, filter, range))
  const store = storeToRead(database, 'segments')
  const values: unknown[] = await Promise.all(ats.map(async (at) => at && resultOf(store.get(at))))
  const segments: (LogSegment | undefined)[] = []
  for (const [index, value] of values.entries()) {
    // Checking a large record takes a while.
    if (index > 0) await yieldToMain()
    const { format, buffers } = (value ?? {}) as Record<string, unknown>
    const { filter, range } = keys[index]!
    segments.push(format === recordFormat ? readSegment(buffers, filter, range) : undefined)
  }
  // The logs are returned even if marking the records fails.
  const step = startWriting(database, ['segments', 'uses'])
  for (const [index, at] of ats.entries()) {
    if (!at || values[index] === undefined) continue
    const segment = segments[index]
    if (segment) step.store('uses').put({ used: now, bytes: recordBytes(segment, at) }, at)
    else {
      step.store('segments').delete(at)
      step.store('uses').delete(at)
    }
  }
  return segments
}

/** Writes records, and deletes the least recently used ones if there are more than `maxBytes`. */
export async function writeRecords(
  database: IDBDatabase,
  records: readonly StoredRecord[],
  disk: DiskUse,
  now: () => number,
): Promise<void> {
  const { maxBytes } = disk
  for (const some of portions(records)) {
    try {
      disk.sinceCount += await putRecords(database, some, now())
    } catch (error) {
      if (!isQuota(error)) throw error
      // The disk has less than `maxBytes`: deletes half of the records and tries once more.
      disk.total = await makeRoom(database, (await makeRoom(database, maxBytes)) / 2)
      disk.sinceCount += await putRecords(database, some, now())
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

/** Writes records and their checkpoints, and deletes the records they replace, in one transaction. Returns the bytes written. */
async function putRecords(
  database: IDBDatabase,
  records: readonly StoredRecord[],
  now: number,
): Promise<number> {
  const step = startWriting(database, ['segments', 'uses', 'anchors'])
  const segments = step.store('segments')
  const uses = step.store('uses')
  let written = 0
  for (const { key, segment, replaces } of records) {
    const { chainId, filter } = key
    const at = recordKey(chainId, filter, key.range)
    if (!at) continue
    const bytes = recordBytes(segment, at)
    segments.put({ format: recordFormat, buffers: segment.toBuffers() }, at)
    uses.put({ used: now, bytes }, at)
    written += bytes
    for (const range of replaces) {
      const old = recordKey(chainId, filter, range)
      if (!old) continue
      segments.delete(old)
      uses.delete(old)
    }
  }
  const checkpoints = step.store('anchors')
  for (const [chainId, checkpoint] of highestCheckpoints(records)) {
    const known = parseCheckpoints(await resultOf(checkpoints.get(chainId)))
    checkpoints.put(toCheckpointRecord([...known, checkpoint]), chainId)
  }
  await step.done
  return written
}

/**
 * Deletes damaged entries and the least recently used records until at most `maxBytes` are left, in one transaction.
 * Returns the bytes that are left.
 */
async function makeRoom(database: IDBDatabase, maxBytes: number): Promise<number> {
  const step = startWriting(database, ['segments', 'uses'])
  const segments = step.store('segments')
  const uses = step.store('uses')
  const [segmentKeys, useKeys, values] = await Promise.all([
    resultOf(segments.getAllKeys()),
    resultOf(uses.getAllKeys()),
    resultOf<unknown[]>(uses.getAll()),
  ])
  const present = new Set(segmentKeys.map((key) => JSON.stringify(key)))
  const known: { key: IDBValidKey; used: number; bytes: number }[] = []
  for (const [index, key] of useKeys.entries()) {
    const { used, bytes } = (values[index] ?? {}) as Record<string, unknown>
    const isSound = typeof used === 'number' && typeof bytes === 'number' && used >= 0 && bytes >= 0
    if (isSound && present.delete(JSON.stringify(key))) known.push({ key, used, bytes })
    else uses.delete(key)
  }
  for (const key of segmentKeys) if (present.has(JSON.stringify(key))) segments.delete(key)
  let total = known.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { key, bytes } of known.sort((a, b) => a.used - b.used)) {
    if (total <= maxBytes) break
    total -= bytes
    segments.delete(key)
    uses.delete(key)
  }
  await step.done
  return total
}

export async function readCheckpoints(
  database: IDBDatabase,
  chainId: number,
): Promise<readonly Checkpoint[]> {
  return parseCheckpoints(await resultOf(storeToRead(database, 'anchors').get(chainId)))
}

export async function writeCheckpoint(
  database: IDBDatabase,
  chainId: number,
  checkpoint: Checkpoint,
): Promise<void> {
  const step = startWriting(database, ['anchors'])
  const store = step.store('anchors')
  // Another tab may have written since.
  const known = parseCheckpoints(await resultOf(store.get(chainId)))
  store.put(toCheckpointRecord([...known, checkpoint]), chainId)
  // A full disk is reported when logs are written.
  await step.done.catch((error: unknown) => {
    if (!isQuota(error)) throw error
  })
}

/** Deletes everything of a chain, or of all. */
export async function clearRecords(database: IDBDatabase, chainId: number | undefined): Promise<void> {
  const step = startWriting(database, ['segments', 'uses', 'anchors'])
  const checkpoints = step.store('anchors')
  if (chainId === undefined) checkpoints.clear()
  else checkpoints.delete(chainId)
  for (const name of ['segments', 'uses'] as const) {
    const store = step.store(name)
    if (chainId === undefined) store.clear()
    else store.delete(keysOf(chainId))
  }
  await step.done
}

/** All keys that begin with a chain id: an empty array sorts after every string. */
function keysOf(chainId: number): IDBKeyRange {
  return IDBKeyRange.bound([chainId], [chainId, []])
}
