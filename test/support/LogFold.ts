import type { FollowChange } from '../../src/logs/follow/FollowState.ts'
import type { RawLog } from '../../src/logs/Log.ts'
import { compareLogs, logId } from '../../src/logs/order.ts'

/** The logs of a consumer that applies changes, as in docs/core.md. Throws if a change does not fit those before. */
export class LogFold {
  readonly #logs = new Map<string, RawLog>()

  constructor(known: readonly RawLog[] = []) {
    for (const log of known) this.#add(log)
  }

  apply(change: FollowChange): void {
    if (change.type === 'reset') {
      for (const [id, log] of this.#logs) if (log.blockNumber >= change.range.from) this.#logs.delete(id)
      for (const log of change.current) this.#add(log)
      return
    }
    for (const log of change.removed) {
      if (!log.removed) throw new Error(`${logId(log)} is removed and does not say so`)
      if (!this.#logs.delete(logId(log))) throw new Error(`${logId(log)} is removed, and was never added`)
    }
    for (const log of change.added) this.#add(log)
  }

  has(id: string): boolean {
    return this.#logs.has(id)
  }

  get size(): number {
    return this.#logs.size
  }

  /** The ids of the logs, in the order of the chain. */
  get ids(): readonly string[] {
    return [...this.#logs.values()].sort(compareLogs).map(logId)
  }

  #add(log: RawLog): void {
    if (log.removed) throw new Error(`${logId(log)} is added as removed`)
    if (this.#logs.has(logId(log))) throw new Error(`${logId(log)} is added twice`)
    this.#logs.set(logId(log), log)
  }
}

/** The ids of the logs that are left after these changes, in the order of the chain. */
export function fold(changes: readonly FollowChange[]): readonly string[] {
  const logs = new LogFold()
  for (const change of changes) logs.apply(change)
  return logs.ids
}

export const addedIn = (changes: readonly FollowChange[]): readonly RawLog[] =>
  changes.flatMap((change) => (change.type === 'change' ? change.added : []))

export const removedIn = (changes: readonly FollowChange[]): readonly RawLog[] =>
  changes.flatMap((change) => (change.type === 'change' ? change.removed : []))
