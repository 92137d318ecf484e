import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import type { LogSegment } from './LogSegment.ts'
import type { LogSelection } from './LogSelection.ts'
import { selectRows } from './selectRows.ts'

/** The logs of a segment that a filter asks for, of these blocks only if given: found without reading a single log. */
export function selectLogs(segment: LogSegment, filter: Filter, blocks?: BlockInterval): LogSelection {
  const first = blocks ? segment.findBlock(blocks.from) : 0
  const end = blocks ? segment.findBlock(blocks.to + 1n) : segment.length
  const rows = selectRows(segment, filter, first, Math.max(first, end))
  return { segment, rows: rows.length === segment.length ? undefined : rows }
}
