import type { BlockInterval } from '../Coverage.ts'
import type { LogSelection } from './LogSelection.ts'

/** The selected logs that lie in a range. The selection itself when all do. */
export function clipSelection(selection: LogSelection, { from, to }: BlockInterval): LogSelection {
  const { segment, rows } = selection
  const start = segment.findBlock(from)
  const end = segment.findBlock(to + 1n)
  if (start === 0 && end === segment.length) return selection
  if (!rows) return { segment, rows: Uint32Array.from({ length: end - start }, (_, index) => start + index) }
  return { segment, rows: rows.subarray(find(rows, start), find(rows, end)) }
}

/** Where the first row stands that is `row` or comes after it. */
function find(rows: Uint32Array, row: number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (rows[middle]! < row) low = middle + 1
    else high = middle
  }
  return low
}
