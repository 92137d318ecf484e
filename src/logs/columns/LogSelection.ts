import type { BlockInterval } from '../Coverage.ts'
import type { IntervalSet } from '../intervals.ts'
import type { RawLog } from '../Log.ts'
import { lowerBound } from '../lowerBound.ts'
import type { LogSegment } from './LogSegment.ts'

/** Some logs of a segment, without copying it. */
export interface LogSelection {
  readonly segment: LogSegment
  /** Their positions in the segment, ascending. `undefined` means all of them. */
  readonly rows: Uint32Array | undefined
}

/** How many logs are selected. */
export function countLogs({ segment, rows }: LogSelection): number {
  return rows ? rows.length : segment.length
}

/** The blocks from the first selected log to the last one. The selection must not be empty. */
export function spanOf({ segment, rows }: LogSelection): BlockInterval {
  const [first, last] = rows ? [rows[0]!, rows.at(-1)!] : [0, segment.length - 1]
  return { from: segment.blockNumber(first), to: segment.blockNumber(last) }
}

/** The first `count` selected logs; the last ones if `count` is negative. */
export function takeLogs(selection: LogSelection, count: number): LogSelection {
  const { segment, rows = rowsBetween(0, segment.length) } = selection
  return { segment, rows: count < 0 ? rows.slice(count) : rows.slice(0, count) }
}

/** The selected logs that lie in a range. The selection itself when all do. */
export function clipSelection(selection: LogSelection, { from, to }: BlockInterval): LogSelection {
  const { segment, rows } = selection
  const start = segment.findBlock(from)
  const end = segment.findBlock(to + 1n)
  if (start === 0 && end === segment.length) return selection
  if (!rows) return { segment, rows: rowsBetween(start, end) }
  return { segment, rows: rows.subarray(find(rows, start), find(rows, end)) }
}

/** The logs of a list that are in some blocks. */
export function clipToRanges(list: readonly LogSelection[], ranges: IntervalSet): readonly LogSelection[] {
  return ranges.flatMap((range) => list.map((one) => clipSelection(one, range)).filter(countLogs))
}

/** How many logs of a list, oldest first, are in some blocks. */
export function countLogsIn(list: readonly LogSelection[], ranges: IntervalSet): number {
  let count = 0
  let first = 0
  for (const one of list) {
    if (countLogs(one) === 0) continue
    const { from, to } = spanOf(one)
    while (first < ranges.length && ranges[first]!.to < from) first++
    for (let k = first; k < ranges.length && ranges[k]!.from <= to; k++)
      count += countLogs(clipSelection(one, ranges[k]!))
  }
  return count
}

/** The positions from `from` up to `to`. A loop: a callback for each of a million positions would be a long task. */
export function rowsBetween(from: number, to: number): Uint32Array {
  const rows = new Uint32Array(Math.max(0, to - from))
  for (let at = 0; at < rows.length; at++) rows[at] = from + at
  return rows
}

/** The index of the first row at or after `row`. */
function find(rows: Uint32Array, row: number): number {
  return lowerBound(rows.length, (index) => rows[index]! < row)
}

/** The selected logs, as new objects that are not cached, unlike the rows of a list. */
export function readSelection(selection: LogSelection): readonly RawLog[] {
  const { segment, rows } = selection
  return Array.from({ length: countLogs(selection) }, (_, at) => segment.get(rows ? rows[at]! : at))
}
