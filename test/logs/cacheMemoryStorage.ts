import { filterKey } from '../../src/logs/cache/filterKey.ts'
import type { LogStorage, StoredKey } from '../../src/logs/cache/LogStorage.ts'
import type { BlockInterval } from '../../src/logs/Coverage.ts'
import { LogSegment } from '../../src/logs/LogSegment.ts'

export interface MemoryStorage extends LogStorage {
  readonly records: Map<string, { key: StoredKey; buffers: readonly ArrayBuffer[] }>
}

/** A storage that outlives a cache, as a disk would. */
export function memoryStorage(): MemoryStorage {
  const records: MemoryStorage['records'] = new Map()
  const id = ({ networkId, filter }: StoredKey, { from, to }: BlockInterval) =>
    `${networkId} ${filterKey(filter)} ${from} ${to}`
  return {
    records,
    list: async (networkId) =>
      [...records.values()].map(({ key }) => key).filter((key) => key.networkId === networkId),
    read: async (keys) =>
      keys.map((key) => LogSegment.fromBuffers(records.get(id(key, key.range))?.buffers ?? [])),
    async write(written) {
      for (const { key, segment, replaces } of written) {
        records.set(id(key, key.range), { key, buffers: structuredClone(segment.toBuffers()) })
        for (const range of replaces) records.delete(id(key, range))
      }
    },
    async clear(networkId) {
      for (const [id, { key }] of records)
        if (networkId === undefined || key.networkId === networkId) records.delete(id)
    },
    getStatus: () => ({ state: 'open', notice: undefined }),
    close() {},
  }
}
