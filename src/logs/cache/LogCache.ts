import type { BlockHashes } from '../columns/blockHashes.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import type { IntervalSet } from '../intervals.ts'
import type { FoldStorage } from './FoldStorage.ts'
import type { Checkpoint, LogStorageStatus } from './LogStorage.ts'

/** Caches the logs of block ranges, per chain id and canonical filter. */
export interface LogCache {
  /**
   * Adds all verified logs of a range that match the filter. Replaces blocks in the cache that are not final. If the
   * logs have another hash at a height than earlier ones, unfinalized blocks of the network are dropped down to the
   * highest block on which both agree. Logs that contradict each other are not kept.
   */
  add(
    chainId: number,
    filter: Filter,
    range: BlockInterval,
    segment: LogSegment,
    options: {
      /** Whether all of these blocks are final. */
      readonly final: boolean
    },
  ): void
  /** The cached and missing parts of a range, also from wider filters. Only from memory: see {@link load}. */
  lookup(chainId: number, filter: Filter, range: BlockInterval): CacheLookup
  /**
   * Finds the final blocks of a range in memory and in storage, also from wider filters, in the given order. Never rejects.
   */
  find(chainId: number, filter: Filter, range: BlockInterval, order?: 'asc' | 'desc'): Promise<CachedBlocks>
  /** Loads the stored parts of a range into memory, for {@link lookup}. Never rejects. */
  load(chainId: number, filter: Filter, range: BlockInterval): Promise<void>
  /** Whether unfinalized blocks in the cache have other hashes than these. */
  conflictsWith(chainId: number, hashes: BlockHashes): boolean
  /** The highest final block in memory, if any. */
  getFinalTop(chainId: number): bigint | undefined
  /**
   * Final blocks that identify the chain of the cached logs, ascending, up to `upTo`: from storage, else from the
   * logs in memory. `undefined` if the cache is empty.
   */
  getCheckpoints(chainId: number, upTo?: bigint): Promise<readonly Checkpoint[] | undefined>
  /** Stores a final block that identifies the chain, if there is a storage. */
  addCheckpoint(chainId: number, checkpoint: Checkpoint): void
  /** Resolves once all final blocks are in storage. Without this, they are written shortly after they are added. */
  flush(): Promise<void>
  /**
   * Clears one network, or everything, in memory and in storage: for a chain that was restarted with the same chain id, as
   * development chains are.
   */
  clear(chainId?: number): Promise<void>
  /** The ranges in memory of a network, by filter and block: for devtools. */
  getRanges(chainId: number): readonly CachedRange[]
  /** Where states that were reduced from these logs are stored, if anywhere. */
  readonly folds?: FoldStorage | undefined
  /** Size in memory, in bytes. */
  readonly bytes: number
  /** The status of the storage; `undefined` without one. */
  getStorageStatus(): LogStorageStatus | undefined
  /** Calls `listener` after each change of the storage's status; returns a function that stops it. */
  subscribe(listener: () => void): () => void
  /** Flushes, and closes the storage. */
  close(): Promise<void>
}

/** The cached and the missing parts of a range. */
export interface CacheLookup {
  /** In ascending order, without overlap. */
  readonly cached: readonly (RangeLogs & {
    /** Whether all of these blocks are final. */
    readonly final: boolean
  })[]
  /** The blocks that have to be read. */
  readonly missing: IntervalSet
}

/** A range of blocks in memory, with all of its logs that match a filter. */
export interface CachedRange {
  readonly filter: Filter
  readonly range: BlockInterval
  readonly logs: number
  /** `tail`: not final. */
  readonly state: 'final' | 'tail'
}

/** The final blocks of a range that are in memory or in storage. */
export interface CachedBlocks {
  /** In the requested order, without overlap. `read` leaves out ranges that storage has lost in the meantime. */
  readonly ranges: readonly BlockInterval[]
  /**
   * Reads the logs in the same order, each range when it is consumed. Yields to the page every few milliseconds. Throws the
   * signal's reason once it fires.
   */
  read(signal?: AbortSignal): AsyncGenerator<RangeLogs, void, void>
}
