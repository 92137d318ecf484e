import { clipSelection } from '../clipSelection.ts'
import { createPackedLogList } from '../createPackedLogList.ts'
import { cutToLimit } from '../cutToLimit.ts'
import type { RawLog } from '../Log.ts'
import { countLogs } from '../LogSelection.ts'
import type { LogSelection } from '../LogSelection.ts'
import type { LogsSnapshot } from '../LogsSnapshot.ts'
import type { Anchor } from './Anchors.ts'
import { applyChange } from './applyChange.ts'
import type { FollowChange } from './FollowState.ts'
import { lastBlock } from './lastBlock.ts'

/**
 * The end of a list that following keeps up to date. History stays with the query that read it, and may be read again at
 * any time: from `from` on, only what is here counts.
 */
export class LiveLogs {
  readonly #limit: number
  readonly #order: 'asc' | 'desc'
  /** The first block of which this knows everything. */
  #from: bigint
  #selections: readonly LogSelection[]
  #head: bigint
  /** Newest first and with a limit, older logs are not shown any more: there are enough newer ones. */
  #isFull = false

  constructor(history: LogsSnapshot, from: bigint, head: bigint, limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit
    this.#order = history.order
    this.#from = from
    this.#head = head
    const range = { from, to: head }
    this.#selections = history.selections.map((one) => clipSelection(one, range)).filter(countLogs)
  }

  /** The logs, to begin following with. */
  get tail(): readonly RawLog[] {
    return createPackedLogList({ segments: this.#selections }).toArray()
  }

  apply(change: FollowChange): void {
    const { range, head } = change
    this.#selections = applyChange(this.#selections, change)
    if (range.from < this.#from) this.#from = range.from
    this.#head = range.to < head.number ? range.to : head.number
    if (this.#order === 'asc') return
    const { selections, last } = cutToLimit(this.#selections, 'desc', this.#limit)
    if (last === undefined) return
    // Bounded, however long it goes on. Of the last block, some logs may have been cut.
    this.#selections = selections
    this.#from = last + 1n
    this.#isFull = true
  }

  /** History up to here, and what is here. */
  after(history: LogsSnapshot): LogsSnapshot {
    return history.followedBy(
      { from: this.#from, to: this.#head, selections: this.#selections, isFull: this.#isFull },
      this.#limit,
    )
  }
}

/** The newest log of a block that lies deep enough shows its hash. */
export function anchorOf(history: LogsSnapshot, settled: bigint): Anchor | undefined {
  const range = { from: 0n, to: settled }
  return lastBlock(history.selections.map((one) => clipSelection(one, range)))
}
