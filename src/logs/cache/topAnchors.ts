import type { BlockAnchor } from './BlockAnchor.ts'
import type { StoredRecord } from './LogStorage.ts'

/** The highest block whose hash the records of each network show. */
export function topAnchors(records: readonly StoredRecord[]): ReadonlyMap<number, BlockAnchor> {
  const anchors = new Map<number, BlockAnchor>()
  for (const { key, segment } of records) {
    const last = segment.length - 1
    if (last < 0) continue
    const number = segment.blockNumber(last)
    const known = anchors.get(key.networkId)
    if (!known || number > known.number) anchors.set(key.networkId, { number, hash: segment.blockHash(last) })
  }
  return anchors
}
