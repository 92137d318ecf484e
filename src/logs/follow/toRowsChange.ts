import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import { listRows, selectRowsOf, toRows } from '../list/listRows.ts'
import type { LogRow } from '../Log.ts'
import type { FollowChange } from './FollowState.ts'

/** A change with the rows of a query: decoded, and without logs that `strict` leaves out. */
export function toRowsChange(query: ParsedLogQuery, change: FollowChange): FollowChange<LogRow> {
  const { selection } = change
  const rows = { selection: selectRowsOf(query, selection), logs: listRows(query, [selection], 'asc') }
  if (change.type === 'reset') return { ...change, ...rows, current: toRows(query, change.current) }
  const [added, removed] = [toRows(query, change.added), toRows(query, change.removed)]
  return { ...change, ...rows, added, removed }
}

/** Calls `onLogs` if a change has new logs or removes some. */
export function reportLogs<row>(
  change: FollowChange<row>,
  onLogs: (logs: readonly row[], change: FollowChange<row>) => void,
): void {
  const logs = change.type === 'reset' ? change.current : change.added
  if (logs.length > 0 || change.type === 'reset' || change.removed.length > 0) onLogs(logs, change)
}
