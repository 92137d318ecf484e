import type { LogSegment } from '../columns/LogSegment.ts'
import { takeTurn } from '../../rpc/takeTurn.ts'
import type { StoredKey } from './LogStorage.ts'
import type { Database } from './openDatabase.ts'
import { quietly } from './openDatabase.ts'
import { readSegment, recordBytes, recordFormat, recordKey } from './records.ts'

/** Reads records, marks them as used, and deletes those that are not what they should be. */
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
    // To look through all of a large one takes a while.
    if (index > 0) await takeTurn()
    const { format, buffers } = (value ?? {}) as Record<string, unknown>
    const { filter, range } = keys[index]!
    segments.push(format === recordFormat ? readSegment(buffers, filter, range) : undefined)
  }
  const step = database.transaction(['segments', 'uses'], 'readwrite')
  // What is read is worth having, whether or not it could be marked.
  quietly(step.done)
  for (const [index, at] of ats.entries()) {
    if (!at || values[index] === undefined) continue
    const segment = segments[index]
    if (segment) quietly(step.objectStore('uses').put({ used: now, bytes: recordBytes(segment, at) }, at))
    else {
      quietly(step.objectStore('segments').delete(at))
      quietly(step.objectStore('uses').delete(at))
    }
  }
  return segments
}
