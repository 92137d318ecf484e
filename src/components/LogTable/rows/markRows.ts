import type { LogSource } from '../../../logs/list/PackedCursor.ts'
import type { LogRow } from '../../../logs/Log.ts'
import { logId } from '../../../logs/order.ts'
import { findLog, type TableItems } from '../model/TableItems.ts'
import { isRemoved } from '../model/withResult.ts'

/** Maximum number of marked logs: more do not suit the clipboard and should be exported. */
export const maxSelected = 50_000

/** The marked logs, by identity, because rows around them may change. */
export interface Marked {
  readonly logs: ReadonlyMap<string, LogRow>
  readonly last: LogRow | undefined
  /** Whether a log was left out, because the limit is reached. */
  readonly full: boolean
}

/** Marks a row, or unmarks it. */
export function toggleRow(marked: Marked, items: TableItems, row: number): Marked {
  const log = items.logAt(row)
  if (!log) return marked
  const logs = new Map(marked.logs)
  return logs.delete(logId(log)) ? { logs, last: log, full: false } : markRows(marked, items, row, row)
}

/** Marks rows, of which `from` counts as the last marked one. */
export function markRows(marked: Marked, items: TableItems, from: number, to: number): Marked {
  const logs = new Map(marked.logs)
  let full = false
  for (let row = Math.min(from, to); row <= Math.max(from, to) && !full; row++) {
    const log = items.logAt(row)
    full = log !== undefined && logs.size >= maxSelected && !logs.has(logId(log))
    if (log && !full) logs.set(logId(log), log)
  }
  return { logs, last: items.logAt(from), full }
}

/** Marks up to a row, from the last marked one, else from `from`. */
export function extendMarks(marked: Marked, items: TableItems, row: number, from: number): Marked {
  return markRows(marked, items, (marked.last && items.rowOf(marked.last, row)) ?? from, row)
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
    const isGone = isRemoved(log, removed) || (at !== undefined && loaded.at(at)?.removed)
    if (isGone && !log.removed) gone.add(id)
  }
  if (isAnyIn && gone.size === 0) return marked
  const kept = isAnyIn ? [...marked.logs].filter(([id]) => !gone.has(id)) : []
  return { logs: new Map(kept), last: marked.last, full: false }
}
