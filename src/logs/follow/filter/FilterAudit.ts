import { parseRpcLog } from '../../../rpc/parseRpcLog.ts'
import { logId } from '../../order.ts'
import type { FollowChange } from '../FollowState.ts'

/** Polls after which a filter must have told of a log that reading has found. */
const mostPolls = 2
/** Logs told of that reading has not found yet. More than that are of no filter that can be compared. */
const mostTold = 10_000

const nothingFound = { added: [], removed: [] }

/** Compares what a filter tells of with what reading finds: a filter that nobody serves any more may answer for ever. */
export class FilterAudit {
  readonly #told = new Set<string>()
  /** Logs that were found, and for how many polls the filter has not told of them. */
  readonly #owed = new Map<string, number>()
  #comparedTo: bigint

  /** @param head a head that was shown when the filter was there already: it must tell of what comes after. */
  constructor(head: bigint) {
    this.#comparedTo = head
  }

  /** Takes in what a poll brought. */
  told(changes: readonly unknown[]): void {
    if (this.#told.size > mostTold) this.#told.clear()
    for (const change of changes) {
      const log = parseRpcLog(change)
      if (!log) continue
      const id = logId(log)
      if (!this.#owed.delete(id) && !log.removed) this.#told.add(id)
    }
    for (const [id, polls] of this.#owed) this.#owed.set(id, polls + 1)
  }

  /** Takes in what reading found. Nodes need not tell of what replaces a block whose height they are past. */
  found(change: FollowChange): void {
    const { head } = change
    // After a reset it is not known what the filter owes, and the next blocks will show it.
    const { added, removed } = change.type === 'change' ? change : nothingFound
    if (change.type === 'reset') this.#owed.clear()
    for (const log of added) {
      const id = logId(log)
      if (!this.#told.delete(id) && log.blockNumber > this.#comparedTo) this.#owed.set(id, 0)
    }
    for (const log of removed) this.#owed.delete(logId(log))
    if (head.number > this.#comparedTo) this.#comparedTo = head.number
  }

  /** There is something the filter should have told of: it may be of a block that was replaced since. */
  get isInDoubt(): boolean {
    return [...this.#owed.values()].some((polls) => polls > 0)
  }

  /** The filter does not tell of what happens. */
  get isSilent(): boolean {
    return [...this.#owed.values()].some((polls) => polls >= mostPolls)
  }
}
