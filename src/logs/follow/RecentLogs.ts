import type { BlockInterval } from '../Coverage.ts'
import type { Finality } from '../chain/Finality.ts'
import type { RawLog } from '../Log.ts'
import type { LogSelection } from '../columns/LogSelection.ts'
import { compareLogs } from '../order.ts'
import type { FollowChange, Reorg } from './FollowState.ts'
import type { Head } from '../chain/readHeader.ts'
import { lowerBound } from '../lowerBound.ts'

/** What was read of a range: all its logs, packed, and the same as objects. */
export interface WindowLogs {
  readonly selection: LogSelection
  readonly logs: readonly RawLog[]
}

/** How a range that was read differs from what was there. */
export interface LogDifference {
  readonly added: readonly RawLog[]
  readonly removed: readonly RawLog[]
}

/** What is known of the blocks that may still change: their logs, how far they go, and the head they were read by. */
export class RecentLogs {
  readonly #start: bigint
  readonly #finality: Finality
  /** In order. */
  #logs: readonly RawLog[]
  #verifiedTo: bigint
  /** Nothing before the first look. */
  #finalized = -1n
  #keptTo: bigint
  #tip: Head | undefined

  constructor(known: {
    readonly start: bigint
    readonly depth: bigint
    readonly finality: Finality
    readonly verifiedTo: bigint
    readonly logs: readonly RawLog[]
  }) {
    this.#start = known.start
    this.#finality = known.finality
    this.#verifiedTo = known.verifiedTo
    this.#logs = known.logs
    this.#keptTo = known.verifiedTo - known.depth
    this.keepFrom(this.#keptTo)
  }

  /** All logs up to this block are known. */
  get verifiedTo(): bigint {
    return this.#verifiedTo
  }

  get finalized(): bigint {
    return this.#finalized
  }

  /** Blocks up to here are not read again, and their logs are not kept: they were read when they lay deep enough. */
  get keptTo(): bigint {
    return this.#keptTo
  }

  /** The head of the last look; `undefined` when that did not get there. */
  get tip(): Head | undefined {
    return this.#tip
  }

  compare({ from, to }: BlockInterval, logs: readonly RawLog[]): LogDifference {
    const added: RawLog[] = []
    const removed: RawLog[] = []
    const [first, end] = [this.#find(from), this.#find(to + 1n)]
    let at = 0
    for (let old = first; old < end || at < logs.length;) {
      const [before, after] = [old < end ? this.#logs[old] : undefined, logs[at]]
      const order = !before ? 1 : !after ? -1 : compareLogs(before, after)
      const isSame = order === 0 && before!.blockHash === after!.blockHash
      if (order <= 0) old++
      if (order >= 0) at++
      if (order <= 0 && !isSame) removed.push({ ...before!, removed: true })
      if (order >= 0 && !isSame) added.push(after!)
    }
    return { added, removed }
  }

  /** Takes a range as read: the only place where what is known changes. */
  replace(
    range: BlockInterval,
    { selection, logs }: WindowLogs,
    head: Head,
    reorg: Reorg | undefined,
  ): FollowChange | undefined {
    const difference = this.compare(range, logs)
    const finalized = this.#finality.finalBlock(head.number)
    this.#finalized = reorg?.isDeep || finalized > this.#finalized ? finalized : this.#finalized
    const isWhole = range.to >= head.number
    this.#verifiedTo = isWhole ? head.number : range.to
    this.#tip = isWhole ? head : undefined
    const [first, end] = [this.#find(range.from), this.#find(range.to + 1n)]
    this.#logs = [...this.#logs.slice(0, first), ...logs, ...this.#logs.slice(Math.max(first, end))]
    if (range.from > range.to || range.to < this.#start) return undefined
    const told = {
      range,
      logs: selection,
      head: { number: head.number, hash: head.hash },
      // A node that fell behind shows no more than its head.
      finalized: this.#finalized < head.number ? this.#finalized : head.number,
    }
    // What was let go of cannot be compared.
    const isLost = reorg?.isDeep && range.from <= this.#keptTo
    return isLost
      ? { ...told, type: 'reset', current: logs, reorg }
      : { ...told, type: 'change', ...difference, reorg }
  }

  /** How many logs are kept of the blocks up to this one. */
  countTo(block: bigint): number {
    return this.#find(block + 1n)
  }

  /** Lets go of blocks that lay deep enough when they were read. Back to a fork, it knows less. */
  keepFrom(keptTo: bigint): void {
    this.#keptTo = keptTo
    this.#logs = this.#logs.slice(this.#find(keptTo + 1n))
  }

  /** Where the first log at or after a block stands. */
  #find(block: bigint): number {
    return lowerBound(this.#logs.length, (index) => this.#logs[index]!.blockNumber < block)
  }
}
