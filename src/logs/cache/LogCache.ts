import type { BlockInterval } from '../Coverage.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { Filter } from '../filter/Filter.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import type { Checkpoint, LogStorageStatus } from './LogStorage.ts'
import type { BlockHashes } from '../columns/blockHashes.ts'
import type { CacheLookup } from './lookUpPieces.ts'

/** Which blocks have been read, and their logs: per network (chain id) and canonical filter. */
export interface LogCache {
  /**
   * Keeps the logs of a range: all that the filter asks for, verified. Blocks that are held as final stay as they are;
   * others are replaced. An answer that shows another hash for a height than earlier ones makes the tails of the whole
   * network stale, down to the highest block on which both agree. One that contradicts itself is not kept.
   */
  add(
    chainId: number,
    filter: Filter,
    range: BlockInterval,
    segment: LogSegment,
    options: {
      /** Whether none of these blocks can change any more. */
      readonly final: boolean
      /** Hashes of blocks that the same endpoint showed with the answer, beside those in the logs. */
      readonly hashes?: BlockHashes | undefined
    },
  ): void
  /**
   * Says that no block up to `upTo` changes any more, and what hashes some of them have. A tail becomes final up to the
   * highest block whose final hash its own answer showed. The rest up to `upTo` is missing from now on, and to be read
   * once more: a block without logs shows no hash, so nothing says that it is still the one that was read.
   */
  finalize(chainId: number, upTo: bigint, hashes?: BlockHashes): void
  /** What is held of a range for a filter, be it from wider filters, and what is missing. Memory only: see {@link load}. */
  lookup(chainId: number, filter: Filter, range: BlockInterval): CacheLookup
  /**
   * What is held of a range for good, in memory and in storage, be it from wider filters: told part by part, in the order
   * asked for. Never rejects.
   */
  find(chainId: number, filter: Filter, range: BlockInterval, order?: 'asc' | 'desc'): Promise<CachedBlocks>
  /** Brings what storage has of a range into memory, for {@link lookup} to find. Never rejects. */
  load(chainId: number, filter: Filter, range: BlockInterval): Promise<void>
  /** Whether tails that are held show other hashes for some blocks than these. */
  conflictsWith(chainId: number, hashes: BlockHashes): boolean
  /** The highest block that is held as final, if any. Memory only. */
  getFinalTop(chainId: number): bigint | undefined
  /**
   * Final blocks by which to recognise the chain that what is held comes from, ascending and none above `upTo`. Storage
   * keeps its own beside the logs; in memory the logs show them. `undefined` when nothing is held.
   */
  getCheckpoints(chainId: number, upTo?: bigint): Promise<readonly Checkpoint[] | undefined>
  /** Remembers a final block to recognise the chain by, where there is a storage. */
  addCheckpoint(chainId: number, anchor: Checkpoint): void
  /** Resolves when all that is final has gone to storage. It goes there by itself a moment after it was added. */
  flush(): Promise<void>
  /**
   * Forgets one network, or everything, in memory and in storage: for a chain that began anew under its old id, as
   * development chains do.
   */
  clear(chainId?: number): Promise<void>
  /** What is in memory, in bytes. */
  readonly bytes: number
  /** How the storage fares; `undefined` without one. */
  getStorageStatus(): LogStorageStatus | undefined
  /** Calls `listener` after each change of the storage's status; returns how to stop that. */
  subscribe(listener: () => void): () => void
  /** Flushes, and closes the storage. */
  close(): Promise<void>
}

/** Which final blocks of a range are held, in memory or in storage. */
export interface CachedBlocks {
  /** In the order asked for, without overlap. One that storage can no longer give is left out of the parts. */
  readonly ranges: readonly BlockInterval[]
  /**
   * The logs in the same order, each part fetched when it is asked for. However much there is, the page gets its turn
   * every few milliseconds. Ends with the signal's reason when it fires.
   */
  read(signal?: AbortSignal): AsyncGenerator<RangeLogs, void, void>
}
