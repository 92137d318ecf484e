import { NodeError } from '../../../errors/NodeError.ts'
import { countLogs, spanOf, type LogSelection } from '../../columns/LogSelection.ts'
import type { BlockInterval } from '../../Coverage.ts'
import { earlier } from '../../intervals.ts'
import { getEndpointHistory, type ProbeOptions } from './EndpointHistory.ts'
import { prunedError } from './intervalErrors.ts'

/** Blocks with logs whose distances show where the first log is to be expected. */
const sampleBlocks = 8

/**
 * Checks an answer for old blocks that has no logs, or whose first log comes strangely late: the endpoint may have pruned them.
 * Returns why the answer cannot be trusted; `undefined` when it can. Calls `onProbe` before it sends a request.
 */
export async function detectPruned(
  selection: LogSelection,
  interval: BlockInterval,
  head: bigint,
  options: ProbeOptions & { readonly onProbe?: (() => void) | undefined },
): Promise<NodeError | undefined> {
  const { pool, endpoint } = options
  const history = getEndpointHistory(pool)
  if (countLogs(selection) > 0) history.sawLog(endpoint, spanOf(selection).from)
  // Nodes do not prune blocks that can still be replaced, and probing these could be undone by a reorg.
  const finalTo = head - BigInt(pool.network.finality)
  if (interval.from > finalTo) return undefined
  const old = { from: interval.from, to: earlier(interval.to, finalTo) }
  if (!history.prunes(endpoint) && beginsAsExpected(selection, interval)) return undefined
  options.onProbe?.()
  try {
    return (await history.covers(old, options)) ? undefined : prunedError(interval, endpoint)
  } catch (error) {
    if (error instanceof NodeError) return error
    throw error
  }
}

/** Whether the gap before the first log is no longer than the distances between the first blocks with logs suggest. */
function beginsAsExpected(selection: LogSelection, { from, to }: BlockInterval): boolean {
  const count = countLogs(selection)
  if (count === 0) return false
  const { segment, rows } = selection
  const first = spanOf(selection).from
  let last = first
  let blocks = 0
  for (let log = 1; log < count && blocks < sampleBlocks; log++) {
    const block = segment.blockNumber(rows ? rows[log]! : log)
    if (block !== last) blocks++
    last = block
  }
  const span = blocks < sampleBlocks ? to - first : last - first
  return first - from <= span + 1n
}
