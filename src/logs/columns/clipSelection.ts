import type { BlockInterval } from '../Coverage.ts'
import type { LogSelection } from './LogSelection.ts'
import { lowerBound } from '../lowerBound.ts'

/** The selected logs that lie in a range. The selection itself when all do. */
export function clipSelection(selection: LogSelection, { from, to }: BlockInterval): LogSelection {
  const { segment, rows } = selection
  const start = segment.findBlock(from)
  const end = segment.findBlock(to + 1n)
  if (start === 0 && end === segment.length) return selection
  if (!rows) return { segment, rows: Uint32Array.from({ length: end - start }, (_, index) => start + index) }
  return { segment, rows: rows.subarray(find(rows, start), find(rows, end)) }
}

/** The index of the first row at or after `row`. */
function find(rows: Uint32Array, row: number): number {
  return lowerBound(rows.length, (index) => rows[index]! < row)
}
