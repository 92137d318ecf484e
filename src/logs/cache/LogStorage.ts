import type { StorageError } from '../../errors/StorageError.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import type { LogSegment } from '../columns/LogSegment.ts'

import type { Hash } from 'viem'

/** What a record holds: all logs of an interval that a filter asks for. */
export interface StoredKey {
  /** The chain id. */
  readonly chainId: number
  readonly filter: Filter
  readonly range: BlockInterval
}

export interface StoredRecord {
  readonly key: StoredKey
  readonly segment: LogSegment
  /** Intervals of the same filter whose records this one replaces, in the same step. */
  readonly replaces: readonly BlockInterval[]
}

export interface LogStorageStatus {
  /** `idle` before the first use; `open` while it works; `full` when it can be read but takes no more; `unavailable` when neither. */
  readonly state: 'idle' | 'open' | 'full' | 'unavailable' | 'closed'
  /** Why nothing is kept, when that is so. */
  readonly notice: StorageError | undefined
}

/**
 * Keeps final intervals beyond the life of the page. Records may overlap and come from several tabs: each says by its key
 * what it covers, and there is nothing beside them that could contradict them.
 *
 * No method ever rejects: a storage that does not work has nothing and keeps nothing, and says so by its status.
 */
export interface LogStorage {
  list(chainId: number): Promise<readonly StoredKey[]>
  /** The logs of each record, in the order of the keys; `undefined` for what is gone or unsound. */
  read(keys: readonly StoredKey[]): Promise<readonly (LogSegment | undefined)[]>
  /** Remembers as well the highest block of each network whose hash the logs show, as {@link writeCheckpoint} does. */
  write(records: readonly StoredRecord[]): Promise<void>
  /** The blocks by which the chain of what is stored is recognised, ascending. */
  readCheckpoints(chainId: number): Promise<readonly Checkpoint[]>
  /** Remembers a final block. Of all those given, the lowest and the highest are kept. */
  writeCheckpoint(chainId: number, anchor: Checkpoint): Promise<void>
  /** Forgets one network, or everything. */
  clear(chainId?: number): Promise<void>
  /** The same object until something changes. */
  getStatus(): LogStorageStatus
  /** Calls `listener` after each change of the status; returns how to stop that. */
  subscribe(listener: () => void): () => void
  close(): void
}

/** A final block that a chain is recognised by: its hash commits to all blocks below it. */
export interface Checkpoint {
  readonly number: bigint
  readonly hash: Hash
}
