import type { Database } from './openDatabase.ts'
import type { RecordKey } from './records.ts'
import { quietly } from './openDatabase.ts'

/**
 * Deletes what was not used for longest until no more than `maxBytes` are left, in one step. Says how many bytes are there
 * then. What has no sound use beside it, or is none itself, goes as well.
 */
export async function makeRoom(database: Database, maxBytes: number): Promise<number> {
  const step = database.transaction(['segments', 'uses'], 'readwrite')
  quietly(step.done)
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
    else quietly(uses.delete(key))
  }
  for (const key of segmentKeys) if (present.has(JSON.stringify(key))) quietly(segments.delete(key))
  let total = known.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { key, bytes } of known.sort((a, b) => a.used - b.used)) {
    if (total <= maxBytes) break
    total -= bytes
    quietly(segments.delete(key))
    quietly(uses.delete(key))
  }
  await step.done
  return total
}
