import type { Head } from '../chain/readHeader.ts'
import type { Checkpoints } from './Checkpoints.ts'
import type { LowerHead } from './head/HeadSource.ts'
import type { RecentLogs } from './RecentLogs.ts'

/**
 * The blocks whose logs may be of a replaced chain: all from one block on, until they are read again.
 *
 * | when | are stale |
 * |---|---|
 * | a head replaces a known block, or polls repeat a lower one | the blocks above the last one that it shares with earlier heads |
 * | a sync to such a head begins | the same |
 * | a sync finds that its head does not descend from the last one | the blocks that are not final |
 * | a sync finds that a checkpoint was replaced | the blocks above the highest checkpoint that was not |
 * | a sync has read the blocks again, or its head was already read | none |
 */
export class StaleBlocks {
  readonly #start: bigint
  readonly #checkpoints: Checkpoints
  readonly #recent: RecentLogs
  #from: bigint | undefined

  constructor(start: bigint, checkpoints: Checkpoints, recent: RecentLogs) {
    this.#start = start
    this.#checkpoints = checkpoints
    this.#recent = recent
  }

  /** The first stale block. `lower` is the last head, if it is lower than the newest: no sync reads it. */
  from(lower: LowerHead | undefined): bigint | undefined {
    if (this.#from !== undefined || !lower || !this.#recent.tip) return this.#from
    const { head, isRepeated } = lower
    // A lower head alone may only mean that its endpoint is behind.
    return isRepeated || this.#checkpoints.relate(head).isOther ? this.#firstReplacedBy(head) : undefined
  }

  /** Notes that a head replaces blocks, or removes those above it. */
  noteReplacedBy(head: Head): void {
    this.#from = this.#firstReplacedBy(head)
  }

  /** Notes that all blocks above one may have been replaced. */
  noteAbove(block: bigint): void {
    this.#from = this.#firstAbove(block)
  }

  clear(): void {
    this.#from = undefined
  }

  #firstReplacedBy(head: Head): bigint {
    const { shared, isOther } = this.#checkpoints.relate(head)
    return this.#firstAbove(shared ?? (isOther ? this.#recent.finalized : head.number))
  }

  #firstAbove(block: bigint): bigint {
    return block < this.#start ? this.#start : block + 1n
  }
}
