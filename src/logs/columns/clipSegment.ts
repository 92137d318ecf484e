import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import type { LogSegment } from './LogSegment.ts'
import { pickLogs } from './pickLogs.ts'
import { selectRows } from './selectRows.ts'

/** The logs of a segment that lie in the range and, if one is given, match the filter. The segment itself when all do. */
export function clipSegment(segment: LogSegment, range: BlockInterval, filter?: Filter): LogSegment {
  const start = segment.findBlock(range.from)
  const end = segment.findBlock(range.to + 1n)
  if (filter) {
    const indexes = selectRows(segment, filter, start, end)
    return indexes.length === segment.length ? segment : pickLogs(segment, indexes)
  }
  if (start === 0 && end === segment.length) return segment
  return pickLogs(
    segment,
    Uint32Array.from({ length: end - start }, (_, k) => start + k),
  )
}
