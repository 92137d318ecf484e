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

/** The first `count` of the selected logs; the last when `count` is negative. */
export function takeLogs(selection: LogSelection, count: number): LogSelection {
  const { segment, rows = Uint32Array.from({ length: segment.length }, (_, index) => index) } = selection
  return { segment, rows: count < 0 ? rows.slice(count) : rows.slice(0, count) }
}
