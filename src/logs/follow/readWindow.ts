import type { LogSelection } from '../columns/LogSelection.ts'
import { readSelection } from '../columns/LogSelection.ts'
import type { WindowLogs } from './RecentLogs.ts'
import { NodeError } from '../../errors/NodeError.ts'
import type { NodeErrorKind } from '../../errors/NodeError.ts'
import type { Pool } from '../../rpc/Pool.ts'
import type { BlockInterval } from '../Coverage.ts'
import { createPackedLogList } from '../list/createPackedLogList.ts'
import type { Filter } from '../filter/Filter.ts'
import { packLogs } from '../columns/packLogs.ts'
import { readInterval } from '../scan/read/readInterval.ts'
import { ScanRun } from '../scan/ScanRun.ts'
import { confirmHead } from './confirmHead.ts'
import type { Head } from '../chain/readHeader.ts'

const inParts: ReadonlySet<NodeErrorKind> = new Set([
  'range-too-wide',
  'too-many-results',
  'response-too-large',
  'timeout',
])

export interface ReadWindowOptions {
  /** The head of the chain that the logs must be of. */
  readonly head: Head
  readonly signal: AbortSignal
  readonly onProgress: () => void
}

export interface WindowRead {
  readonly selection: LogSelection
  /** Read in one call, and so as it was at one moment. */
  readonly isWhole: boolean
}

/**
 * Reads all logs of a range: in one call where that is possible, which shares a message with what others read at the
 * same time, else in chunks like a scan, each of which must be of the head's chain.
 *
 * @throws when any part of it could not be read.
 */
export async function readWindow(
  pool: Pool,
  filter: Filter,
  range: BlockInterval,
  { head, signal, onProgress }: ReadWindowOptions,
): Promise<WindowRead> {
  try {
    const read = await readInterval(pool, filter, range, signal, { small: true })
    if (!read.suspect || range.from === range.to) return { selection: read.selection, isWhole: true }
  } catch (error) {
    const isTooMuch = error instanceof NodeError && inParts.has(error.kind) && range.from < range.to
    if (!isTooMuch || signal.aborted) throw error
  }
  const run = new ScanRun(confirmHead(pool, head), filter, {
    range,
    cached: [],
    newestFirst: false,
    careful: false,
    allOrNothing: true,
    signal,
    control: undefined,
    onRead: onProgress,
  })
  const selections: LogSelection[] = []
  try {
    for await (const event of run) {
      if (event.type === 'failed') throw event.error
      if (event.type === 'logs') selections.push(event.selection)
    }
  } finally {
    run.stop()
  }
  const segment = packLogs(createPackedLogList({ segments: selections }))
  return { selection: { segment, rows: undefined }, isWhole: false }
}

/** What was read, with its logs as objects. */
export function toWindow(selection: LogSelection): WindowLogs {
  return { selection, logs: readSelection(selection) }
}
