import type { BlockInterval } from '../Coverage.ts'
import { cutToLimit, splitAt } from '../columns/cutToLimit.ts'
import type { LogRow } from '../Log.ts'
import type { LogList } from '../list/LogList.ts'
import type { LogSelection } from '../columns/LogSelection.ts'
import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import { listRows, selectRowsOf } from '../list/queryRows.ts'
import type { ScanEvent } from './ScanEvent.ts'

/** Logs of a range that may not be all there are. */
export type ReadPreview = Omit<Extract<ScanEvent, { type: 'preview' }>, 'logs'>

/** A range that was read whole. */
export interface ReadRange {
  readonly type: 'logs'
  readonly range: BlockInterval
  readonly selection: LogSelection
  readonly endpoint: string | undefined
  readonly rejected: number
}

/** What a scan tells of logs that may not be all, of which at most `most` rows are still wanted. */
export function toPreviewEvent(
  preview: ReadPreview,
  query: ParsedLogQuery,
  most: number,
): Extract<ScanEvent, { type: 'preview' }> {
  const { selection } = cutRows(preview.selection, query, most)
  let logs: LogList<LogRow> | undefined
  return {
    ...preview,
    selection,
    get logs() {
      return (logs ??= listRows(query, selection))
    },
  }
}

/** What a scan tells of a range it has read, of which at most `most` rows are still wanted. */
export function toLogsEvent(
  read: ReadRange,
  query: ParsedLogQuery,
  most: number,
): Extract<ScanEvent, { type: 'logs' }> {
  const { selection, beyond } = cutRows(read.selection, query, most)
  const { whole, cut } =
    beyond === undefined ? { whole: read.range, cut: undefined } : splitAt(read.range, beyond, query.order)
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

/** A limit counts the rows that are returned. */
function cutRows(read: LogSelection, query: ParsedLogQuery, most: number) {
  const all = query.limit === undefined ? read : selectRowsOf(query, read)
  const { selections, beyond } = cutToLimit([all], query.order, most)
  const [selection = { ...all, rows: new Uint32Array() }] = selections
  return { selection, beyond }
}
