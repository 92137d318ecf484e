import type { LogSelection } from '../columns/LogSelection.ts'
import { readSelection } from '../columns/LogSelection.ts'
import type { WindowLogs } from './RecentLogs.ts'
import { NodeError } from '../../errors/NodeError.ts'
import { getEndpointHistory } from '../scan/read/EndpointHistory.ts'
import type { NodeErrorKind } from '../../errors/NodeError.ts'
import type { Pool } from '../../rpc/Pool.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import { createPackedLogList } from '../list/createPackedLogList.ts'
import type { Filter } from '../filter/Filter.ts'
import { packLogs } from '../columns/packLogs.ts'
import { isSuspect } from '../scan/read/IntervalRead.ts'
import { readInterval } from '../scan/read/readInterval.ts'
import { ScanRun } from '../scan/ScanRun.ts'
import { confirmHead } from './confirmHead.ts'
import type { Head } from '../chain/readHeader.ts'

const needsChunks: ReadonlySet<NodeErrorKind> = new Set([
  'range-too-wide',
  'too-many-results',
  'response-too-large',
  'timeout',
])

export interface ReadWindowOptions {
  /** The head of the chain that the logs must belong to. */
  readonly head: Head
  readonly signal: AbortSignal
  readonly onProgress: () => void
  /** Called when it takes several ranges. */
  readonly onParts: () => void
}

/**
 * Reads all logs of a range: in one call if possible, batched with other requests of the moment, else in chunks like a
 * scan, each of which must belong to the head's chain. Logs with an `endpoint` came in one call, and so show the chain at one
 * moment.
 *
 * @throws when any block could not be read.
 */
export async function readWindow(
  pool: Pool,
  filter: Filter,
  range: BlockInterval,
  { head, signal, onProgress, onParts }: ReadWindowOptions,
): Promise<RangeLogs> {
  try {
    const read = await readInterval(pool, filter, range, signal, { small: true })
    if (!isSuspect(read) || range.from === range.to)
      return read.answers.length === 1 ? read : { range, selection: read.selection }
  } catch (error) {
    // The node may only have left logs out: probed again by the next attempt.
    if (error instanceof NodeError && error.kind === 'pruned') getEndpointHistory(pool).forgetPruned()
    const isTooMuch = error instanceof NodeError && needsChunks.has(error.kind) && range.from < range.to
    if (!isTooMuch || signal.aborted) throw error
  }
  onParts()
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
    for await (const result of run) {
      if (result.type === 'failed') throw result.error
      if (result.type === 'logs') selections.push(result.selection)
    }
  } finally {
    run.stop()
  }
  const segment = packLogs(createPackedLogList({ segments: selections }))
  return { range, selection: { segment, rows: undefined } }
}

/** Adds the logs as objects. */
export function toWindow({ range, selection }: RangeLogs): WindowLogs {
  return { range, selection, logs: readSelection(selection) }
}
