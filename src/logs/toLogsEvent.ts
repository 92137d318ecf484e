import type { BlockInterval } from './Coverage.ts'
import { createPackedLogList } from './createPackedLogList.ts'
import { cutToLimit, splitAt } from './cutToLimit.ts'
import type { LogRow } from './Log.ts'
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
  const { range } = read
  const { selections, beyond } = cutToLimit([read.selection], order, most)
  const [selection = { ...read.selection, rows: new Uint32Array() }] = selections
  const logs = createPackedLogList<LogRow>({ segments: [selection], order })
  if (beyond === undefined) return { ...read, selection, logs, trimmed: undefined }
  const { whole, cut } = splitAt(range, beyond, order)
  return { ...read, selection, logs, range: whole, trimmed: cut }
}
