import { outermostCheckpoints, highestCheckpoints } from '../../../src/logs/cache/checkpoints.ts'
import { keptLengths, type FoldPoint, type FoldStorage } from '../../../src/logs/cache/FoldStorage.ts'
import type { Checkpoint, LogStorage, StoredKey } from '../../../src/logs/cache/LogStorage.ts'
import { openSegment } from '../../../src/logs/columns/openSegment.ts'
import type { BlockInterval } from '../../../src/logs/Coverage.ts'
import { filterKey } from '../../../src/logs/filter/filterKey.ts'

export interface MemoryStorage extends LogStorage {
  readonly records: Map<string, { key: StoredKey; buffers: readonly ArrayBuffer[] }>
  readonly anchors: Map<number, readonly Checkpoint[]>
}

const status = { state: 'open', notice: undefined } as const

/** A storage that outlives a cache, like a disk. */
export function memoryStorage(): MemoryStorage {
  const records: MemoryStorage['records'] = new Map()
  const anchors: MemoryStorage['anchors'] = new Map()
  const id = ({ chainId, filter }: StoredKey, { from, to }: BlockInterval) =>
    `${chainId} ${filterKey(filter)} ${from} ${to}`
  return {
    records,
    anchors,
    list: async (chainId) =>
      [...records.values()].map(({ key }) => key).filter((key) => key.chainId === chainId),
    read: async (keys) => keys.map((key) => openSegment(records.get(id(key, key.range))?.buffers ?? [])),
    async write(written) {
      for (const [chainId, anchor] of highestCheckpoints(written)) await this.writeCheckpoint(chainId, anchor)
      for (const { key, segment, replaces } of written) {
        records.set(id(key, key.range), {
          key,
          buffers: segment.toBuffers().map((buffer) => buffer.slice(0)),
        })
        for (const range of replaces) records.delete(id(key, range))
      }
    },
    readCheckpoints: async (chainId) => anchors.get(chainId) ?? [],
    async writeCheckpoint(chainId, anchor) {
      anchors.set(chainId, outermostCheckpoints([...(anchors.get(chainId) ?? []), anchor]))
    },
    async clear(chainId) {
      for (const id of anchors.keys()) if (chainId === undefined || id === chainId) anchors.delete(id)
      for (const [id, { key }] of records)
        if (chainId === undefined || key.chainId === chainId) records.delete(id)
    },
    getStatus: () => status,
    subscribe: () => () => {},
    close() {},
  }
}

/** States of one fold, as on a disk. */
export function memoryFolds(): FoldStorage & { lengths(): readonly number[]; damage(): void } {
  let states = new Map<number, { point: FoldPoint; parts: readonly string[] }>()
  const points = () => [...states.values()].map(({ point }) => point)
  return {
    list: async () => points(),
    read: async (_, __, { length }) => states.get(length)?.parts,
    async write(_, __, point, parts) {
      const kept = keptLengths(points(), point)
      states = new Map([
        ...[...states].filter(([length]) => kept.has(length)),
        [point.length, { point, parts }],
      ])
    },
    lengths: () => [...states.keys()],
    damage() {
      for (const [length, { point }] of states) states.set(length, { point, parts: ['[["map", 3]]'] })
    },
  }
}
