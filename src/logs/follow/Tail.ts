import type { BlockInterval } from '../Coverage.ts'
import type { RawLog } from '../Log.ts'
import { logId } from '../order.ts'
import { packLogs } from '../packLogs.ts'
import type { FollowChange } from './FollowState.ts'
import type { Head } from './HeadFeed.ts'

/** How a range that was read differs from what was there. */
export interface TailDifference {
  readonly added: readonly RawLog[]
  readonly removed: readonly RawLog[]
}

/** What is known of the blocks that may still change: their logs, how far they go, and the head they were read by. */
export class Tail {
  readonly #start: bigint
  readonly #depth: bigint
  /** In order. */
  #logs: readonly RawLog[]
  #verifiedTo: bigint
  #finalised: bigint
  #keptTo: bigint
  #tip: Head | undefined

  constructor(known: {
    readonly start: bigint
    readonly depth: bigint
    readonly verifiedTo: bigint
    readonly logs: readonly RawLog[]
  }) {
    this.#start = known.start
    this.#depth = known.depth
    this.#verifiedTo = known.verifiedTo
    this.#finalised = known.verifiedTo - known.depth
    this.#logs = known.logs
    this.#keptTo = this.#finalised
    this.keepFrom(this.#finalised)
  }

  /** All logs up to this block are known. */
  get verifiedTo(): bigint {
    return this.#verifiedTo
  }

  get finalised(): bigint {
    return this.#finalised
  }

  /** Blocks up to here are not read again, and their logs are not kept: they were read when they were final. */
  get keptTo(): bigint {
    return this.#keptTo
  }

  /** The head of the last look; `undefined` when that did not get there. */
  get tip(): Head | undefined {
    return this.#tip
  }

  compare({ from, to }: BlockInterval, logs: readonly RawLog[]): TailDifference {
    const old = this.#logs.filter(({ blockNumber }) => blockNumber >= from && blockNumber <= to)
    const before = new Set(old.map(logId))
    const after = new Set(logs.map(logId))
    return {
      added: logs.filter((log) => !before.has(logId(log))),
      removed: old.filter((log) => !after.has(logId(log))),
    }
  }

  /** Takes a range as read: the only place where what is known changes. */
  replace(
    range: BlockInterval,
    logs: readonly RawLog[],
    head: Head,
    reorg: FollowChange['reorg'],
  ): FollowChange | undefined {
    const difference = this.compare(range, logs)
    const finalised = head.number - this.#depth
    this.#finalised = reorg?.isDeep || finalised > this.#finalised ? finalised : this.#finalised
    const isWhole = range.to >= head.number
    this.#verifiedTo = isWhole ? head.number : range.to
    this.#tip = isWhole ? head : undefined
    this.#logs = [
      ...this.#logs.filter(({ blockNumber }) => blockNumber < range.from),
      ...logs,
      ...this.#logs.filter(({ blockNumber }) => blockNumber > range.to),
    ]
    if (range.from > range.to || range.to < this.#start) return undefined
    return {
      type: 'change',
      range,
      logs: { segment: packLogs(logs), rows: undefined },
      ...difference,
      head: { number: head.number, hash: head.hash },
      finalised: this.#finalised,
      reorg,
    }
  }

  /** Lets go of blocks that were final when they were read. Back to a fork, it knows less. */
  keepFrom(keptTo: bigint): void {
    this.#keptTo = keptTo
    this.#logs = this.#logs.filter(({ blockNumber }) => blockNumber > keptTo)
  }
}
