import { systemClock, type Clock } from '../../rpc/Clock.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { findCheckpoint, outermostCheckpoints } from './checkpoints.ts'
import { findFinal } from './findFinal.ts'
import type { LogCache } from './LogCache.ts'
import type { Checkpoint, LogStorage, StoredRecord } from './LogStorage.ts'
import { MemoryCache } from './MemoryCache.ts'
import { findFinalTop, type Piece } from './Piece.ts'

export interface LogCacheOptions {
  /** Maximum bytes in memory; the least recently used logs are evicted first. @default 134_217_728 */
  maxBytes?: number | undefined
  /** Where final blocks are kept across page loads, such as `indexedDbStorage()`. @default memory only */
  storage?: LogStorage | undefined
  clock?: Clock | undefined
}

/** Milliseconds before a write, in which neighbouring ranges may merge. */
const writeDelay = 200

/**
 * Creates an interval cache: it records which blocks have been read for which filter, and answers overlapping ranges
 * and narrower filters from them.
 *
 * @example
 * const cache = createLogCache({ storage: indexedDbStorage() })
 */
export function createLogCache(options: LogCacheOptions = {}): LogCache {
  const { maxBytes = 128 * 1024 * 1024, storage, clock = systemClock } = options
  const unsaved = new Set<Piece>()
  const memory = new MemoryCache(maxBytes, storage && unsaved)
  let timer: { readonly id: unknown } | undefined
  let writing = Promise.resolve()
  const clearings = new Map<number | 'all', number>()

  function save() {
    if (!storage || timer || unsaved.size === 0) return
    timer = { id: clock.setTimeout(() => void flush(), writeDelay) }
  }

  async function flush(): Promise<void> {
    if (timer) clock.clearTimeout(timer.id)
    timer = undefined
    const records = [...unsaved].map((piece) => toRecord(piece))
    // Set before the write, so that a piece that merges with one of these later replaces its record.
    for (const piece of unsaved) piece.stored = [piece.range]
    unsaved.clear()
    if (storage && records.length > 0) writing = writing.then(() => storage.write(records))
    await writing
  }

  function addCheckpoint(chainId: number, checkpoint: Checkpoint) {
    if (storage) writing = writing.then(() => storage.writeCheckpoint(chainId, checkpoint))
  }

  async function getCheckpoints(chainId: number, upTo?: bigint) {
    const top = findCheckpoint(memory.pieces, chainId, upTo)
    const stored = await storage?.readCheckpoints(chainId)
    const isCached =
      findFinalTop(memory.pieces, chainId) !== undefined || ((await storage?.list(chainId)) ?? []).length > 0
    if (!isCached) return undefined
    const known = [...(stored ?? []), ...(top ? [top] : [])]
    return outermostCheckpoints(upTo === undefined ? known : known.filter(({ number }) => number <= upTo))
  }

  const clearingsOf = (chainId: number) => (clearings.get(chainId) ?? 0) + (clearings.get('all') ?? 0)

  const find: LogCache['find'] = (chainId, filter, range, order = 'asc') =>
    findFinal(
      { memory, storage, onKept: save, clearings: () => clearingsOf(chainId) },
      { chainId, filter, range, order },
    )

  async function load(chainId: number, filter: Filter, range: BlockInterval): Promise<void> {
    const { read } = await find(chainId, filter, range)
    for await (const _ of read()) {
      // Reading it puts it into memory.
    }
  }

  return {
    add(chainId, filter, range, segment, { final }) {
      memory.add(chainId, filter, range, segment, { final })
      save()
    },
    lookup: (chainId, filter, range) => memory.lookup(chainId, filter, range),
    find,
    load,
    conflictsWith: (chainId, hashes) => memory.conflictsWith(chainId, hashes),
    getFinalTop: (chainId) => findFinalTop(memory.pieces, chainId),
    getCheckpoints,
    addCheckpoint,
    flush,
    async clear(chainId) {
      clearings.set(chainId ?? 'all', (clearings.get(chainId ?? 'all') ?? 0) + 1)
      memory.clear(chainId)
      for (const piece of unsaved)
        if (chainId === undefined || piece.entry.chainId === chainId) unsaved.delete(piece)
      // Later writes are of the new chain.
      if (storage) writing = writing.then(() => storage.clear(chainId))
      await writing
    },
    getRanges: (chainId) =>
      [...memory.pieces]
        .filter(({ entry }) => entry.chainId === chainId)
        .map(({ entry, range, segment, state }) => ({
          filter: entry.filter,
          range,
          logs: segment.length,
          state,
        }))
        .sort((a, b) => (a.range.from < b.range.from ? -1 : 1)),
    folds: storage?.folds,
    get bytes() {
      return memory.bytes
    },
    getStorageStatus: () => storage?.getStatus(),
    subscribe: (listener) => storage?.subscribe(listener) ?? (() => {}),
    async close() {
      await flush()
      storage?.close()
    },
  }
}

function toRecord(piece: Piece): StoredRecord {
  const { entry, range, segment } = piece
  return {
    key: { chainId: entry.chainId, filter: entry.filter, range },
    segment,
    replaces: piece.stored.filter(({ from, to }) => from !== range.from || to !== range.to),
  }
}
