import type { BlockInterval } from '../Coverage.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import type { BlockHashes } from '../columns/blockHashes.ts'
import type { CacheEntry } from './CacheEntry.ts'

/**
 * Some blocks, and all logs of theirs that a filter asks for. What changes is replaced.
 *
 * - `final`: can never change
 * - `tail`: was so when it was read, and nothing has contradicted it since
 * - `stale`: was so once; kept to be shown until it has been read again, and claimed by nobody
 */
export interface Piece {
  readonly state: 'final' | 'tail' | 'stale'
  readonly entry: CacheEntry
  readonly range: BlockInterval
  /** Logs of the range only. */
  readonly segment: LogSegment
  /** Of a tail: the hashes that its answer showed. */
  readonly hashes: BlockHashes
  /** Of a final piece: the intervals under which its logs are in storage. The only thing that changes: when it is written. */
  stored: readonly BlockInterval[]
}
