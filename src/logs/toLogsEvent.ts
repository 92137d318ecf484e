import type { BlockInterval } from './Coverage.ts'
import { cutToLimit, splitAt } from './cutToLimit.ts'
import type { LogRow } from './Log.ts'
import type { LogList } from './LogList.ts'
import type { LogSelection } from './LogSelection.ts'
import type { ParsedLogQuery } from './ParsedLogQuery.ts'
import { listRows, selectRowsOf } from './queryRows.ts'
import type { ScanEvent } from './ScanEvent.ts'

/** A range that was read whole. */
export interface ReadRange {
  readonly type: 'logs'
  readonly range: BlockInterval
  readonly selection: LogSelection
  readonly endpoint: string | undefined
  readonly dropped: number
}

/** What a scan tells of a range it has read, of which at most `most` rows are still wanted. */
export function toLogsEvent(
  read: ReadRange,
  query: ParsedLogQuery,
  most: number,
): Extract<ScanEvent, { type: 'logs' }> {
  const { order, limit } = query
  // A limit counts the rows that are returned.
  const all = limit === undefined ? read.selection : selectRowsOf(query, read.selection)
  const { selections, beyond } = cutToLimit([all], order, most)
  const [selection = { ...all, rows: new Uint32Array() }] = selections
  const { whole, cut } =
    beyond === undefined ? { whole: read.range, cut: undefined } : splitAt(read.range, beyond, order)
  let logs: LogList<LogRow> | undefined
  return {
    ...read,
    selection,
    range: whole,
    trimmed: cut,
    // Whoever takes the packed logs decodes them in another way.
    get logs() {
      return (logs ??= listRows(query, selection))
    },
  }
}
