import type { LogSource } from '../../../logs/list/PackedCursor.ts'
import type { LogRow } from '../../../logs/Log.ts'
import { compareLogs, logId } from '../../../logs/order.ts'
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
  /** Those marked before the current range, which the next one replaces. */
  readonly before?: ReadonlyMap<string, LogRow> | undefined
  /** The list that they were last checked against. */
  readonly list?: LogSource | undefined
}

/** The marked logs in display order; those without a row come last. */
export function markedLogs({ logs }: Marked, items: TableItems): readonly LogRow[] {
  return [...logs.values()]
    .map((log) => ({ log, row: items.rowOf(log, 0) ?? items.length }))
    .sort((a, b) => a.row - b.row)
    .map(({ log }) => log)
}

/** Marks a row, or unmarks it. */
export function toggleRow(marked: Marked, items: TableItems, row: number): Marked {
  const log = items.logAt(row)
  if (!log) return marked
  const logs = new Map(marked.logs)
  return logs.delete(logId(log))
    ? { logs, last: log, full: false, list: items.logs }
    : markRows(marked, items, row, row)
}

/** Marks all rows. */
export function markAllRows(marked: Marked, items: TableItems): Marked {
  return { ...markRows(marked, items, 0, items.length - 1), last: undefined }
}

/** Marks all rows between the first marked one and the last. */
export function markBetween(marked: Marked, items: TableItems): Marked {
  const rows = markedLogs(marked, items).flatMap((log) => items.rowOf(log, 0) ?? [])
  const [first] = rows
  return first === undefined ? marked : markRows(marked, items, rows.at(-1)!, first)
}

/** Marks rows, of which `from` counts as the last marked one. */
function markRows(marked: Marked, items: TableItems, from: number, to: number): Marked {
  const logs = new Map(marked.logs)
  let full = false
  for (let row = Math.min(from, to); row <= Math.max(from, to) && !full; row++) {
    const log = items.logAt(row)
    full = log !== undefined && logs.size >= maxSelected && !logs.has(logId(log))
    if (log && !full) logs.set(logId(log), log)
  }
  return { logs, last: items.logAt(from), full, list: items.logs }
}

/** Marks up to a row, from the last marked one, else from `from`. Replaces the range that was marked this way just before. */
export function extendMarks(marked: Marked, items: TableItems, row: number, from: number): Marked {
  const { logs, last } = marked
  const start = last && items.rowOf(last, row)
  // A range whose first row is hidden stays.
  const before = start === undefined ? logs : (marked.before ?? logs)
  return { ...markRows({ ...marked, logs: before }, items, start ?? from, row), before }
}

/**
 * Unmarks logs that a reorganization removed since they were marked, and all of them once the list is another query's. Logs that
 * filters hide, or that a limit has dropped for newer ones, stay marked.
 */
export function pruneMarked(
  marked: Marked,
  loaded: LogSource,
  removed: ReadonlySet<string> | undefined,
): Marked {
  if (marked.logs.size === 0) return marked
  const gone = new Set<string>()
  let isAnyIn = false
  let [previous, hint] = [0, 0]
  for (const [id, log] of marked.logs) {
    const at = findLog(loaded, log, hint)
    if (at !== undefined) {
      isAnyIn = true
      // Logs are mostly marked in the order of the list, or the reverse.
      hint = 2 * at - previous
      previous = at
    }
    const isGone = isRemoved(log, removed) || (at !== undefined && loaded.at(at)?.removed)
    if (isGone && !log.removed) gone.add(id)
  }
  const { list = loaded, logs, before } = marked
  const isSame = isAnyIn || isTrimmed(list, loaded, logs.values())
  if (isSame && gone.size === 0) return list === loaded ? marked : { ...marked, list: loaded }
  const kept = new Map(isSame ? [...logs].filter(([id]) => !gone.has(id)) : [])
  return { logs: kept, last: marked.last, full: false, before: before && kept, list: loaded }
}

/**
 * Whether a list is another one after newer logs were added and a limit trimmed the oldest: it is as long, has the newest log of the
 * other, and the missing ones come after its end. Not if so many were added at once that none is left.
 */
function isTrimmed(list: LogSource, loaded: LogSource, missing: Iterable<LogRow>): boolean {
  const [first, last, newest] = [loaded.at(0), loaded.at(-1), list.at(0)]
  if (!first || !last || !newest || loaded.length < list.length) return false
  if (findLog(loaded, newest, 0) === undefined) return false
  const { compare = compareLogs } = loaded
  const direction = Math.sign(compare(first, last))
  return [...missing].every((log) => compare(last, log) * direction > 0)
}

/** Focuses a cell of the row whose checkbox was clicked: the checkbox takes no focus, but the keys that follow need one. */
export function focusRow(box: HTMLElement, column: number): void {
  const cells = box.closest('[role="row"]')!.querySelectorAll<HTMLElement>('[role="gridcell"]')
  cells[column]?.focus({ preventScroll: true })
}
