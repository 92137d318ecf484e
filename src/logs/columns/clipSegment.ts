import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import type { LogSegment } from './LogSegment.ts'
import { clipSelection, rowsBetween } from './LogSelection.ts'
import type { LogSelection } from './LogSelection.ts'
import { pickLogs } from './pickLogs.ts'
import { selectRows } from './selectRows.ts'

/** The logs of a segment that lie in the range. The segment itself when all do. */
export function clipSegment(segment: LogSegment, range: BlockInterval): LogSegment {
  const start = segment.findBlock(range.from)
  const end = segment.findBlock(range.to + 1n)
  if (start === 0 && end === segment.length) return segment
  return pickLogs(segment, rowsBetween(start, end))
}

/** At this share or more, a selection keeps the whole segment instead of copying its logs. */
const worthKeeping = 1 / 4

/**
 * The logs of a segment that lie in the range and match the filter, if one is given. Copies them if they are few, so
 * that the rest of the segment does not stay in memory.
 */
export function selectPart(segment: LogSegment, range: BlockInterval, filter?: Filter): LogSelection {
  if (!filter) return lean(clipSelection({ segment, rows: undefined }, range))
  const rows = selectRows(segment, filter, segment.findBlock(range.from), segment.findBlock(range.to + 1n))
  return lean({ segment, rows: rows.length === segment.length ? undefined : rows })
}

function lean(selection: LogSelection): LogSelection {
  const { segment, rows } = selection
  if (!rows) return selection
  // Rows may be the front of a longer buffer.
  if (rows.length >= segment.length * worthKeeping) return { segment, rows: rows.slice() }
  return { segment: pickLogs(segment, rows), rows: undefined }
}
