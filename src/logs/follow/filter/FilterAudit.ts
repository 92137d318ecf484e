import { parseRpcLog } from '../../../rpc/parseRpcLog.ts'
import { logId } from '../../order.ts'
import type { FollowChange } from '../FollowState.ts'

/** Polls within which a filter must report a log that reading has found. */
const maxPolls = 2
/** Maximum logs to remember that the filter has reported and that were not read yet. */
const maxReported = 10_000

const nothingFound = { added: [], removed: [] }

/** Compares the logs that a filter reports with those that were read: a dead filter may keep returning empty lists. */
export class FilterAudit {
  readonly #reported = new Set<string>()
  /** Logs that were read, and for how many polls the filter has not reported them. */
  readonly #unreported = new Map<string, number>()
  #comparedTo: bigint

  /** @param head a head read after the filter was created: the filter must report later logs. */
  constructor(head: bigint) {
    this.#comparedTo = head
  }

  /** Notes the changes of a poll. */
  noteChanges(changes: readonly unknown[]): void {
    if (this.#reported.size > maxReported) this.#reported.clear()
    for (const change of changes) {
      const log = parseRpcLog(change)
      if (!log) continue
      const id = logId(log)
      if (!this.#unreported.delete(id) && !log.removed) this.#reported.add(id)
    }
    for (const [id, polls] of this.#unreported) this.#unreported.set(id, polls + 1)
  }

  /** Notes logs that were read. Nodes need not report the new logs of replaced blocks below the last head. */
  noteRead(change: FollowChange): void {
    const { head } = change
    // After a reset, the next blocks will show whether the filter works.
    const { added, removed } = change.type === 'change' ? change : nothingFound
    if (change.type === 'reset') this.#unreported.clear()
    for (const log of added) {
      const id = logId(log)
      if (!this.#reported.delete(id) && log.blockNumber > this.#comparedTo) this.#unreported.set(id, 0)
    }
    for (const log of removed) this.#unreported.delete(logId(log))
    if (head.number > this.#comparedTo) this.#comparedTo = head.number
  }

  /** Whether the filter has missed a poll for some log; its block may have been replaced since. */
  get isSuspicious(): boolean {
    return [...this.#unreported.values()].some((polls) => polls > 0)
  }

  /** Whether the filter does not report logs. */
  get isSilent(): boolean {
    return [...this.#unreported.values()].some((polls) => polls >= maxPolls)
  }
}
