import type { Pool } from '../../rpc/Pool.ts'
import type { Checkpoint } from '../cache/LogStorage.ts'
import { readHeader, type Head } from '../chain/readHeader.ts'
import { countLogs, type LogSelection } from '../columns/LogSelection.ts'

/** Maximum checkpoints to keep. Older ones are thinned out first. */
const maxCheckpoints = 16
/** Blocks between two checkpoints taken from followed heads. */
const distance = 25n

export interface ComparedCheckpoints {
  /** A new checkpoint, if there is a block for one. */
  readonly checkpoint: Checkpoint | undefined
  /**
   * The highest checkpoint that is still canonical, if a higher one was replaced; -1 if none is. `undefined` if no reorg is known
   * that can have changed blocks whose logs are no longer in memory.
   */
  readonly fork: bigint | undefined
}

/** Hashes of deep blocks, which show when a reorg goes deeper than the network's finality. */
export class Checkpoints {
  #checkpoints: readonly Checkpoint[]
  /** Read by a sync that has not succeeded yet. It shows reorgs, but is no fork: known logs below it may be of another chain. */
  #tentative: Checkpoint | undefined
  /** The last heads and the parent of the first: each is the parent of the next, so all are of one chain. */
  #heads: readonly Checkpoint[] = []

  constructor(first: Checkpoint | undefined) {
    this.#checkpoints = first ? [first] : []
  }

  /** The highest checkpoint. */
  get top(): bigint | undefined {
    return this.#checkpoints.at(-1)?.number
  }

  /** Adds a child of the last head. A head that is deep enough by now becomes a checkpoint, without a request. */
  extend({ number, hash }: Head, settled: bigint): void {
    this.#heads = [...this.#heads, { number, hash }]
    const deep = this.#heads.findLast((head) => head.number <= settled)
    if (!deep) return
    this.#heads = this.#heads.filter((head) => head.number > deep.number)
    if (deep.number < (this.top ?? -distance) + distance) return
    // There was no gap before this head, so no dropped block depends on the proposed checkpoint.
    this.#tentative = undefined
    this.add(deep)
  }

  /** Starts over with a head whose parent is not the last head. */
  restart({ number, hash, parentHash }: Head): void {
    this.#heads = [
      { number: number - 1n, hash: parentHash },
      { number, hash },
    ]
  }

  /**
   * Compares a head, at most one block above the last one, with the last heads: the highest block that they are known to share,
   * and whether the head's chain has another block in place of one of theirs.
   */
  relate({ number, hash, parentHash }: Head): {
    readonly shared: bigint | undefined
    readonly isOther: boolean
  } {
    const hashOf = (block: bigint) => this.#heads.find((head) => head.number === block)?.hash
    const [same, parent] = [hashOf(number), hashOf(number - 1n)]
    if (same === hash) return { shared: number, isOther: false }
    if (parent === parentHash) return { shared: number - 1n, isOther: same !== undefined }
    return { shared: undefined, isOther: same !== undefined || parent !== undefined }
  }

  /** Adds a checkpoint that counts as part of the known chain only once it is confirmed. */
  propose({ number, hash }: Checkpoint): void {
    this.#tentative = { number, hash }
  }

  /** All known logs are of the proposed checkpoint's chain. */
  confirm(): void {
    if (this.#tentative) this.add(this.#tentative)
    this.#tentative = undefined
  }

  add({ number, hash }: Checkpoint): void {
    const all = [...this.#checkpoints, { number, hash }]
    this.#checkpoints =
      all.length <= maxCheckpoints ? all : all.filter((_, index) => index >= 8 || index % 2 === 0)
  }

  /**
   * Reads the block `settled`, the newest that is deep enough, then compares the checkpoints: a reorg in between shows now, or the
   * next time.
   *
   * @param droppedTo logs up to this block are no longer in memory
   */
  async compare(
    pool: Pool,
    settled: bigint,
    droppedTo: bigint,
    signal: AbortSignal,
  ): Promise<ComparedCheckpoints> {
    const isNew = settled >= 0n && (this.top === undefined || settled > this.top)
    const checkpoint = isNew ? await readHeader(pool, settled, signal) : undefined
    const isCanonical = async ({ number, hash }: Checkpoint) => {
      const found = checkpoint?.number === number ? checkpoint : await readHeader(pool, number, signal)
      return found?.hash === hash
    }
    // The others were compared after it was read: if it is canonical, so are they.
    if (this.#tentative && (await isCanonical(this.#tentative))) return { checkpoint, fork: undefined }
    let replaced = 0
    for (const known of this.#checkpoints.toReversed()) {
      if (await isCanonical(known)) break
      replaced++
    }
    const fork = this.#checkpoints.at(-1 - replaced)?.number ?? -1n
    if (replaced > 0 || (this.#tentative && droppedTo > fork)) return { checkpoint, fork }
    this.#tentative = undefined
    return { checkpoint, fork: undefined }
  }

  /** Removes checkpoints above a fork: they are of the old chain. */
  removeAbove(fork: bigint): void {
    this.#checkpoints = this.#checkpoints.filter(({ number }) => number <= fork)
    if (this.#tentative && this.#tentative.number > fork) this.#tentative = undefined
  }
}

/** The block of the newest log of a list. */
export function lastBlock(selections: readonly LogSelection[]): Checkpoint | undefined {
  const last = selections.findLast(countLogs)
  if (!last) return undefined
  const row = last.rows ? last.rows.at(-1)! : last.segment.length - 1
  return { number: last.segment.blockNumber(row), hash: last.segment.blockHash(row) }
}
