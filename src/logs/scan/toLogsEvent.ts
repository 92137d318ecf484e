import { cutToLimit, splitAt } from '../columns/cutToLimit.ts'
import { clipSelection, spanOf, type LogSelection } from '../columns/LogSelection.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import { listRows, selectRowsOf } from '../list/listRows.ts'
import type { LogList } from '../list/LogList.ts'
import type { LogRow } from '../Log.ts'
import type { ScanEvent } from './ScanEvent.ts'

/** The event for logs that may not be complete, with at most `maxRows` rows. */
export function toPreviewEvent(
  { range, selection: all, endpoint }: RangeLogs,
  query: ParsedLogQuery,
  maxRows: number,
): Extract<ScanEvent, { type: 'preview' }> {
  const { selection } = cutRows(all, query, maxRows)
  let logs: LogList<LogRow> | undefined
  return {
    type: 'preview',
    range,
    selection,
    endpoint,
    get logs() {
      return (logs ??= listRows(query, [selection]))
    },
  }
}

/**
 * The event for a range that was read completely, with at most `maxRows` rows. With `wholeBlocks`, the block of the last row is
 * not cut.
 */
export function toLogsEvent(
  read: RangeLogs,
  query: ParsedLogQuery,
  maxRows: number,
  wholeBlocks = false,
): Extract<ScanEvent, { type: 'logs' }> {
  const { range, endpoint, source, rejected = 0 } = read
  const { selection, beyond } = wholeBlocks
    ? cutBlocks(read, query, maxRows)
    : cutRows(read.selection, query, maxRows)
  const { whole, cut } =
    beyond === undefined ? { whole: range, cut: undefined } : splitAt(range, beyond, query.order)
  let logs: LogList<LogRow> | undefined
  return {
    type: 'logs',
    range: whole,
    trimmed: cut,
    selection,
    endpoint,
    ...(source && { source }),
    rejected,
    // Made on demand: consumers of `selection` decode its logs themselves.
    get logs() {
      return (logs ??= listRows(query, [selection]))
    },
  }
}

/** A limit counts the rows that are returned. */
function cutRows(all: LogSelection, query: ParsedLogQuery, maxRows: number) {
  const rows = query.limit === undefined ? all : selectRowsOf(query, all)
  const { selections, beyond } = cutToLimit([rows], query.order, maxRows)
  const [selection = { ...rows, rows: new Uint32Array() }] = selections
  return { selection, beyond }
}

/** Like `cutRows`, but keeps all rows of the last row's block. */
function cutBlocks(read: RangeLogs, query: ParsedLogQuery, maxRows: number) {
  const { selection, beyond } = cutRows(read.selection, query, maxRows)
  if (beyond === undefined) return { selection, beyond }
  const { from, to } = read.range
  const span = spanOf(selection)
  const kept = query.order === 'desc' ? { from: span.from, to } : { from, to: span.to }
  const next = query.order === 'desc' ? span.from - 1n : span.to + 1n
  return {
    selection: clipSelection(selectRowsOf(query, read.selection), kept),
    beyond: next < from || next > to ? undefined : next,
  }
}
