import type { Clock } from '../../rpc/Clock.ts'
import type { BlockHashes } from '../columns/blockHashes.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { findCheckpoint, outermostCheckpoints } from './checkpoints.ts'
import { findFinal } from './findFinal.ts'
import type { FoldStorage } from './FoldStorage.ts'
import type { CachedBlocks, CachedRange, CacheLookup, LogCache } from './LogCache.ts'
import type { Checkpoint, LogStorage, LogStorageStatus, StoredRecord } from './LogStorage.ts'
import { MemoryCache } from './MemoryCache.ts'
import { findFinalTop, type Piece } from './Piece.ts'

interface IntervalCacheOptions {
  readonly maxBytes: number
  readonly storage: LogStorage | undefined
  readonly clock: Clock
}

/** Milliseconds before a write, in which neighboring ranges may merge. */
const writeDelay = 200

/** The cache of `createLogCache`: pieces in memory, and final ones in a storage, if there is one. */
export class IntervalCache implements LogCache {
  readonly #storage: LogStorage | undefined
  readonly #clock: Clock
  readonly #memory: MemoryCache
  readonly #unsaved = new Set<Piece>()
  /** How many times each network was cleared. */
  readonly #clearings = new Map<number | 'all', number>()
  #timer: { readonly id: unknown } | undefined
  /** The last write: they are made one after the other. */
  #writing = Promise.resolve()

  constructor({ maxBytes, storage, clock }: IntervalCacheOptions) {
    this.#storage = storage
    this.#clock = clock
    this.#memory = new MemoryCache(maxBytes, storage && this.#unsaved)
  }

  get folds(): FoldStorage | undefined {
    return this.#storage?.folds
  }

  get bytes(): number {
    return this.#memory.bytes
  }

  add(
    chainId: number,
    filter: Filter,
    range: BlockInterval,
    segment: LogSegment,
    { final }: { readonly final: boolean },
  ): void {
    this.#memory.add(chainId, filter, range, segment, { final })
    this.#writeLater()
  }

  lookup(chainId: number, filter: Filter, range: BlockInterval): CacheLookup {
    return this.#memory.lookup(chainId, filter, range)
  }

  find(
    chainId: number,
    filter: Filter,
    range: BlockInterval,
    order: 'asc' | 'desc' = 'asc',
  ): Promise<CachedBlocks> {
    return findFinal(
      {
        memory: this.#memory,
        storage: this.#storage,
        onKept: () => this.#writeLater(),
        clearings: () => this.#clearingsOf(chainId),
      },
      { chainId, filter, range, order },
    )
  }

  async load(chainId: number, filter: Filter, range: BlockInterval): Promise<void> {
    const { read } = await this.find(chainId, filter, range)
    for await (const _ of read()) {
      // Reading it puts it into memory.
    }
  }

  conflictsWith(chainId: number, hashes: BlockHashes): boolean {
    return this.#memory.conflictsWith(chainId, hashes)
  }

  getFinalTop(chainId: number): bigint | undefined {
    return findFinalTop(this.#memory.pieces, chainId)
  }

  async getCheckpoints(chainId: number, upTo?: bigint): Promise<readonly Checkpoint[] | undefined> {
    const top = findCheckpoint(this.#memory.pieces, chainId, upTo)
    const stored = await this.#storage?.readCheckpoints(chainId)
    const isCached =
      this.getFinalTop(chainId) !== undefined || ((await this.#storage?.list(chainId)) ?? []).length > 0
    if (!isCached) return undefined
    const known = [...(stored ?? []), ...(top ? [top] : [])]
    return outermostCheckpoints(upTo === undefined ? known : known.filter(({ number }) => number <= upTo))
  }

  addCheckpoint(chainId: number, checkpoint: Checkpoint): void {
    this.#enqueue((storage) => storage.writeCheckpoint(chainId, checkpoint))
  }

  async flush(): Promise<void> {
    if (this.#timer) this.#clock.clearTimeout(this.#timer.id)
    this.#timer = undefined
    const records = [...this.#unsaved].map((piece) => toRecord(piece))
    // Set before the write, so that a piece that merges with one of these later replaces its record.
    for (const piece of this.#unsaved) piece.stored = [piece.range]
    this.#unsaved.clear()
    if (records.length > 0) this.#enqueue((storage) => storage.write(records))
    await this.#writing
  }

  // Bound, as are the next two: `useCacheStatus` hands them on.
  readonly clear = async (chainId?: number): Promise<void> => {
    const cleared = chainId ?? 'all'
    this.#clearings.set(cleared, (this.#clearings.get(cleared) ?? 0) + 1)
    this.#memory.clear(chainId)
    for (const piece of this.#unsaved)
      if (chainId === undefined || piece.entry.chainId === chainId) this.#unsaved.delete(piece)
    // Later writes are of the new chain.
    this.#enqueue((storage) => storage.clear(chainId))
    await this.#writing
  }

  getRanges(chainId: number): readonly CachedRange[] {
    return [...this.#memory.pieces]
      .filter(({ entry }) => entry.chainId === chainId)
      .map(({ entry, range, segment, state }) => ({
        filter: entry.filter,
        range,
        logs: segment.length,
        state,
      }))
      .sort((a, b) => (a.range.from < b.range.from ? -1 : 1))
  }

  readonly getStorageStatus = (): LogStorageStatus | undefined => this.#storage?.getStatus()

  readonly subscribe = (listener: () => void): (() => void) =>
    this.#storage?.subscribe(listener) ?? (() => {})

  async close(): Promise<void> {
    await this.flush()
    this.#storage?.close()
  }

  #writeLater(): void {
    if (!this.#storage || this.#timer || this.#unsaved.size === 0) return
    this.#timer = { id: this.#clock.setTimeout(() => void this.flush(), writeDelay) }
  }

  #enqueue(write: (storage: LogStorage) => Promise<void>): void {
    const storage = this.#storage
    if (storage) this.#writing = this.#writing.then(() => write(storage))
  }

  #clearingsOf(chainId: number): number {
    return (this.#clearings.get(chainId) ?? 0) + (this.#clearings.get('all') ?? 0)
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
