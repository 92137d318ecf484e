import type { BlockInterval } from './Coverage.ts'
import { createPackedLogList } from './createPackedLogList.ts'
import type { LogRow } from './Log.ts'
import { countLogs, takeLogs } from './LogSelection.ts'
import type { LogSelection } from './LogSelection.ts'
import type { ScanEvent } from './ScanEvent.ts'

/** A range that was read whole. */
export interface ReadRange {
  readonly type: 'logs'
  readonly range: BlockInterval
  readonly selection: LogSelection
  readonly endpoint: string | undefined
  readonly dropped: number
}

/** What a scan tells of a range it has read, of which at most `most` logs are still wanted. */
export function toLogsEvent(
  read: ReadRange,
  order: 'asc' | 'desc',
  most: number,
): Extract<ScanEvent, { type: 'logs' }> {
  const whole = countLogs(read.selection) <= most
  const selection = whole ? read.selection : takeLogs(read.selection, order === 'desc' ? -most : most)
  const logs = createPackedLogList<LogRow>({ segments: [selection], order })
  if (whole) return { ...read, selection, logs }
  // The block of the last log may hold more than the limit let through, so it is not covered.
  const last = logs.at(-1)!.blockNumber
  const { from, to } = read.range
  return {
    ...read,
    selection,
    logs,
    range: order === 'desc' ? { from: last + 1n, to } : { from, to: last - 1n },
  }
}
