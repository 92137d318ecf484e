import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import type { LogSegment } from './LogSegment.ts'
import { clipSelection, type LogSelection } from './LogSelection.ts'
import { pickLogs } from './pickLogs.ts'
import { selectLogs } from './selectRows.ts'

/** The logs of a segment that lie in the range. The segment itself when all do. */
export function clipSegment(segment: LogSegment, range: BlockInterval): LogSegment {
  const { rows } = clipSelection({ segment, rows: undefined }, range)
  return rows ? pickLogs(segment, rows) : segment
}

/** At this share or more, a selection keeps the whole segment instead of copying its logs. */
const worthKeeping = 1 / 4

/**
 * The logs of a segment that lie in the range and match the filter, if one is given. Copies them if they are few, so
 * that the rest of the segment does not stay in memory.
 */
export function selectPart(segment: LogSegment, range: BlockInterval, filter?: Filter): LogSelection {
  const selection = filter
    ? selectLogs(segment, filter, range)
    : clipSelection({ segment, rows: undefined }, range)
  const { rows } = selection
  if (!rows) return selection
  // Rows may be the front of a longer buffer.
  if (rows.length >= segment.length * worthKeeping) return { segment, rows: rows.slice() }
  return { segment: pickLogs(segment, rows), rows: undefined }
}
