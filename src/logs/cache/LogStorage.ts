import type { Hash } from 'viem'
import type { StorageError } from '../../errors/StorageError.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import type { FoldStorage } from './FoldStorage.ts'

/** The key of a record, which holds all logs in a range that match a filter. */
export interface StoredKey {
  readonly chainId: number
  readonly filter: Filter
  readonly range: BlockInterval
}

export interface StoredRecord {
  readonly key: StoredKey
  readonly segment: LogSegment
  /** Ranges of the same filter whose records this one replaces, in the same transaction. */
  readonly replaces: readonly BlockInterval[]
}

export interface LogStorageStatus {
  /** `idle` before the first use; `open` while it works; `full` if it can be read but not written; `unavailable` if neither. */
  readonly state: 'idle' | 'open' | 'full' | 'unavailable' | 'closed'
  /** Why nothing is stored, if so. */
  readonly notice: StorageError | undefined
}

/**
 * Stores final ranges across page loads. Records may overlap and come from several tabs: the key of each says what it
 * covers, and there is no index that could contradict them.
 *
 * No method ever rejects: a storage that does not work behaves as if empty, and its status says why.
 */
export interface LogStorage {
  list(chainId: number): Promise<readonly StoredKey[]>
  /** The logs of each record, in the order of the keys; `undefined` for records that are gone or damaged. */
  read(keys: readonly StoredKey[]): Promise<readonly (LogSegment | undefined)[]>
  /** Writes records, and the highest block of each network in them as a checkpoint. */
  write(records: readonly StoredRecord[]): Promise<void>
  /** The checkpoints of the stored chain, ascending. */
  readCheckpoints(chainId: number): Promise<readonly Checkpoint[]>
  /** Stores a checkpoint. Only the lowest and the highest are kept. */
  writeCheckpoint(chainId: number, checkpoint: Checkpoint): Promise<void>
  /** Clears one network or all. */
  clear(chainId?: number): Promise<void>
  /** Stores states that were reduced from these logs, which `clear` deletes, too. */
  readonly folds?: FoldStorage | undefined
  /** The same object until something changes. */
  getStatus(): LogStorageStatus
  /** Calls `listener` after each change of the status; returns a function that stops it. */
  subscribe(listener: () => void): () => void
  close(): void
}

/** A final block that identifies a chain: its hash commits to all blocks below it. */
export interface Checkpoint {
  readonly number: bigint
  readonly hash: Hash
}
