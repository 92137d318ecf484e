import { yieldToMain } from '../../rpc/yieldToMain.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import { parseCheckpoints, toCheckpointRecord, highestCheckpoints } from './checkpoints.ts'
import type { StoredRecord, StoredKey } from './LogStorage.ts'
import type { Database } from './openDatabase.ts'
import { ignoreRejection } from './openDatabase.ts'
import type { RecordKey } from './records.ts'
import { recordBytes, recordFormat, recordKey, readSegment } from './records.ts'

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

/** Writes records and their checkpoints, and deletes the records they replace, in one transaction. Returns the bytes written. */
export async function putRecords(
  database: Database,
  records: readonly StoredRecord[],
  now: number,
): Promise<number> {
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
  return written
}

/**
 * Deletes damaged entries and the least recently used records until at most `maxBytes` are left, in one transaction.
 * Returns the bytes that are left.
 */
export async function makeRoom(database: Database, maxBytes: number): Promise<number> {
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
