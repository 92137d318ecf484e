import type { StoredRecord } from './LogStorage.ts'
import type { Database } from './openDatabase.ts'
import { parseAnchors, toAnchorRecord, topAnchors } from './anchors.ts'
import { quietly } from './openDatabase.ts'
import { recordBytes, recordFormat, recordKey } from './records.ts'

/** Writes records, with what their chain is recognised by, and deletes those that they replace, all or nothing. Says how many bytes they take. */
export async function putRecords(
  database: Database,
  records: readonly StoredRecord[],
  now: number,
): Promise<number> {
  const step = database.transaction(['segments', 'uses', 'anchors'], 'readwrite')
  const segments = step.objectStore('segments')
  const uses = step.objectStore('uses')
  // Should a line below throw, nobody waits for it any more.
  quietly(step.done)
  let written = 0
  for (const { key, segment, replaces } of records) {
    const { chainId, filter } = key
    const at = recordKey(chainId, filter, key.range)
    if (!at) continue
    const bytes = recordBytes(segment, at)
    quietly(segments.put({ format: recordFormat, buffers: segment.toBuffers() }, at))
    quietly(uses.put({ used: now, bytes }, at))
    written += bytes
    for (const range of replaces) {
      const old = recordKey(chainId, filter, range)
      if (!old) continue
      quietly(segments.delete(old))
      quietly(uses.delete(old))
    }
  }
  const anchors = step.objectStore('anchors')
  for (const [chainId, anchor] of topAnchors(records)) {
    const known = parseAnchors(await anchors.get(chainId))
    quietly(anchors.put(toAnchorRecord([...known, anchor]), chainId))
  }
  await step.done
  return written
}
