import type { BlockAnchor, LogStorage, StoredKey } from '../../../src/logs/cache/LogStorage.ts'
import { filterKey } from '../../../src/logs/filter/filterKey.ts'
import { joinAnchors, topAnchors } from '../../../src/logs/cache/anchors.ts'
import type { BlockInterval } from '../../../src/logs/Coverage.ts'
import { LogSegment } from '../../../src/logs/columns/LogSegment.ts'

export interface MemoryStorage extends LogStorage {
  readonly records: Map<string, { key: StoredKey; buffers: readonly ArrayBuffer[] }>
  readonly anchors: Map<number, readonly BlockAnchor[]>
}

const status = { state: 'open', notice: undefined } as const

/** A storage that outlives a cache, as a disk would. */
export function memoryStorage(): MemoryStorage {
  const records: MemoryStorage['records'] = new Map()
  const anchors: MemoryStorage['anchors'] = new Map()
  const id = ({ networkId, filter }: StoredKey, { from, to }: BlockInterval) =>
    `${networkId} ${filterKey(filter)} ${from} ${to}`
  return {
    records,
    anchors,
    list: async (networkId) =>
      [...records.values()].map(({ key }) => key).filter((key) => key.networkId === networkId),
    read: async (keys) =>
      keys.map((key) => LogSegment.fromBuffers(records.get(id(key, key.range))?.buffers ?? [])),
    async write(written) {
      for (const [networkId, anchor] of topAnchors(written)) await this.writeAnchor(networkId, anchor)
      for (const { key, segment, replaces } of written) {
        records.set(id(key, key.range), {
          key,
          buffers: segment.toBuffers().map((buffer) => buffer.slice(0)),
        })
        for (const range of replaces) records.delete(id(key, range))
      }
    },
    readAnchors: async (networkId) => anchors.get(networkId) ?? [],
    async writeAnchor(networkId, anchor) {
      anchors.set(networkId, joinAnchors([...(anchors.get(networkId) ?? []), anchor]))
    },
    async clear(networkId) {
      for (const id of anchors.keys()) if (networkId === undefined || id === networkId) anchors.delete(id)
      for (const [id, { key }] of records)
        if (networkId === undefined || key.networkId === networkId) records.delete(id)
    },
    getStatus: () => status,
    subscribe: () => () => {},
    close() {},
  }
}
