import type { LogSource } from '../../../logs/list/PackedCursor.ts'
import type { LogRow } from '../../../logs/Log.ts'
import { findLog } from '../model/TableItems.ts'

export interface Marked {
  readonly logs: ReadonlyMap<string, LogRow>
  readonly last: LogRow | undefined
  readonly full: boolean
  /** Whether logs were unmarked because of a new list, which is not reported yet. */
  readonly isPruned?: boolean
}

/**
 * Unmarks logs that a reorganization removed since they were marked, and all if none is in the list, as after another query.
 * Those that filters hide stay marked.
 */
export function pruneMarked(
  marked: Marked,
  loaded: LogSource,
  removed: ReadonlySet<string> | undefined,
): Marked {
  if (marked.logs.size === 0) return marked
  const gone = new Set<string>()
  let isAnyIn = false
  let [before, hint] = [0, 0]
  for (const [id, log] of marked.logs) {
    const at = findLog(loaded, log, hint)
    if (at !== undefined) {
      isAnyIn = true
      // Logs are mostly marked in the order of the list, or the reverse.
      hint = 2 * at - before
      before = at
    }
    const isRemoved = removed?.has(id) || (at !== undefined && loaded.at(at)?.removed)
    if (isRemoved && !log.removed) gone.add(id)
  }
  if (isAnyIn && gone.size === 0) return marked
  const kept = isAnyIn ? [...marked.logs].filter(([id]) => !gone.has(id)) : []
  return { logs: new Map(kept), last: marked.last, full: false, isPruned: true }
}
