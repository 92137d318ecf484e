import type { Finality } from '../chain/Finality.ts'
import type { Head } from '../chain/readHeader.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import { later } from '../intervals.ts'
import { createPackedLogList } from '../list/createPackedLogList.ts'
import type { RawLog } from '../Log.ts'
import { lowerBound } from '../lowerBound.ts'
import { compareLogs } from '../order.ts'
import type { FollowChange, Reorg } from './FollowState.ts'

/** {@link RangeLogs} near the head, with its logs unpacked once: they are compared several times with those known before. */
export interface WindowLogs extends RangeLogs {
  readonly logs: readonly RawLog[]
}

/** How the logs of a range differ from those known before. */
export interface LogDifference {
  readonly added: readonly RawLog[]
  readonly removed: readonly RawLog[]
}

/** Before the first block. */
const noBlock = -1n

/** The logs of blocks that may still be replaced, up to the head that was read last. */
export class RecentLogs {
  readonly #start: bigint
  readonly #finality: Finality
  /** Oldest first. */
  #logs: readonly RawLog[]
  #verifiedTo: bigint
  #hasRead = false
  #finalized = noBlock
  #droppedTo: bigint
  /** Logs up to this block may be known, but are not in memory: only a reset can remove them. */
  #lostTo: bigint
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
    this.#droppedTo = known.verifiedTo - known.depth
    this.#lostTo = this.#droppedTo
    this.dropTo(this.#droppedTo)
  }

  /** Whether any blocks were read. */
  get hasRead(): boolean {
    return this.#hasRead
  }

  /** All logs up to this block have been read. */
  get verifiedTo(): bigint {
    return this.#verifiedTo
  }

  /** -1 if no block is final, or none was read. */
  get finalized(): bigint {
    return this.#finalized
  }

  /**
   * Logs up to this block are no longer in memory, and their blocks are not read again: they were deep enough when
   * read.
   */
  get droppedTo(): bigint {
    return this.#droppedTo
  }

  /** The head of the last sync; `undefined` if it did not complete. */
  get tip(): Head | undefined {
    return this.#tip
  }

  /** The blocks in memory, with all their logs; `undefined` until they have been read up to a head. */
  get known(): Pick<WindowLogs, 'range' | 'logs'> | undefined {
    const range = { from: later(this.#start, this.#droppedTo + 1n), to: this.#verifiedTo }
    if (!this.#tip || range.from > range.to) return undefined
    return { range, logs: this.#logs.slice(this.#find(range.from), this.#find(range.to + 1n)) }
  }

  /** How newly read logs differ from those known of the same range. */
  compare({ range: { from, to }, logs }: Pick<WindowLogs, 'range' | 'logs'>): LogDifference {
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

  /** Replaces the logs of a range by newly read ones. Returns the change; `undefined` for blocks before the start. */
  replace(read: WindowLogs, head: Head, reorg: Reorg | undefined): FollowChange | undefined {
    const { range, selection, logs } = read
    const difference = this.compare(read)
    const finalized = later(this.#finality.finalBlock(head.number), noBlock)
    this.#finalized = reorg?.isDeep ? finalized : later(finalized, this.#finalized)
    this.#hasRead = true
    const isWhole = range.to >= head.number
    this.#verifiedTo = isWhole ? head.number : range.to
    this.#tip = isWhole ? head : undefined
    const [first, end] = [this.#find(range.from), this.#find(range.to + 1n)]
    this.#logs = [...this.#logs.slice(0, first), ...logs, ...this.#logs.slice(Math.max(first, end))]
    if (range.from > range.to || range.to < this.#start) return undefined
    const base = {
      range,
      selection,
      logs: createPackedLogList({ segments: [selection] }),
      head: { number: head.number, hash: head.hash },
      // An endpoint that fell behind shows nothing above its head.
      finalized: this.#finalized < head.number ? this.#finalized : head.number,
    }
    if (!reorg?.isDeep || range.from > this.#lostTo) return { ...base, type: 'change', ...difference, reorg }
    this.#lostTo = range.from - 1n
    return { ...base, type: 'reset', current: logs, reorg }
  }

  /** How many logs up to a block are in memory. */
  countTo(block: bigint): number {
    return this.#find(block + 1n)
  }

  /** Drops logs up to a block that was deep enough when read. After a deep fork, the block may be lower than before. */
  dropTo(block: bigint): void {
    this.#droppedTo = block
    this.#lostTo = later(this.#lostTo, block)
    this.#logs = this.#logs.slice(this.#find(block + 1n))
  }

  /** The index of the first log at or after a block. */
  #find(block: bigint): number {
    return lowerBound(this.#logs.length, (index) => this.#logs[index]!.blockNumber < block)
  }
}
