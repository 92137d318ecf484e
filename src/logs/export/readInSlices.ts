import type { Pace } from '../../rpc/Pace.ts'
import type { LogSource } from '../list/PackedCursor.ts'
import { readRows } from '../list/readRows.ts'
import type { LogRow } from '../Log.ts'

export type ExportLogList<row extends LogRow = LogRow> = LogSource<row> | readonly row[]

export interface ReadInSlicesOptions {
  pace: Pace
  /** Leaves out logs for which it returns `false`. */
  where?: ((log: LogRow) => boolean) | undefined
  signal?: AbortSignal | undefined
}

export interface LogSlice {
  readonly logs: readonly LogRow[]
  /** Number of logs of the list read so far. */
  readonly read: number
}

// Limits per slice: a few milliseconds of work, and so few objects that they are collected young.
const maxLogs = 64
const maxDigits = 200_000

/**
 * Reads a list a few dozen logs at a time, fewer if they are large, and yields to the page when due.
 *
 * @throws the signal's reason once it fires.
 */
export async function* readInSlices(
  list: ExportLogList,
  { pace, where, signal }: ReadInSlicesOptions,
): AsyncGenerator<LogSlice, void, undefined> {
  let logs: LogRow[] = []
  let count = 0
  let digits = 0
  const { length } = list
  // Callers filter by the rows that they know: those of the list, with `args`.
  const rowAt = where ? (index: number) => list.at(index) : readRows(list)
  for (let index = 0; index < length; index++) {
    const log = rowAt(index)
    if (log && (!where || where(log))) logs.push(log)
    count++
    digits += log?.data.length ?? 0
    if (count < maxLogs && digits < maxDigits && index < length - 1) continue
    signal?.throwIfAborted()
    yield { logs, read: index + 1 }
    logs = []
    count = digits = 0
    if (pace.isDue) await pace.rest()
    signal?.throwIfAborted()
  }
}
