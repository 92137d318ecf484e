import { NodeError, UnreadBlocksError } from '../../../errors/NodeError.ts'
import type { BlockInterval } from '../../Coverage.ts'
import { getEndpointHistory } from './EndpointHistory.ts'
import type { ReachOptions } from './EndpointHistory.ts'
import { countLogs } from '../../columns/LogSelection.ts'
import type { LogSelection } from '../../columns/LogSelection.ts'

/** Blocks with logs that, where the logs begin, show how far apart they lie. */
const nearBlocks = 8

/**
 * Why an endpoint is not believed that names no logs of old blocks, or strangely late ones: it has dropped them, or could
 * not be asked whether it has. `undefined` when it is believed. `onDoubt` is told before anybody is asked.
 */
export async function detectPruned(
  selection: LogSelection,
  interval: BlockInterval,
  head: bigint,
  options: ReachOptions & { readonly onDoubt?: (() => void) | undefined },
): Promise<NodeError | undefined> {
  const { pool, endpoint } = options
  const reach = getEndpointHistory(pool)
  if (countLogs(selection) > 0) reach.sawLog(endpoint, firstBlock(selection))
  // Nobody drops what may still change, and what was learned of it may be of blocks that were replaced.
  const settled = head - BigInt(pool.network.finality)
  if (interval.from > settled) return undefined
  const deep = { from: interval.from, to: interval.to < settled ? interval.to : settled }
  if (!reach.prunes(endpoint) && beginsAsUsual(selection, interval)) return undefined
  options.onDoubt?.()
  try {
    return (await reach.covers(deep, options)) ? undefined : prunedError(interval, endpoint)
  } catch (error) {
    if (error instanceof NodeError) return error
    throw error
  }
}

/** Whether the logs begin about where they would by the way they lie there: in bursts further on they may lie closer. */
function beginsAsUsual(selection: LogSelection, { from, to }: BlockInterval): boolean {
  const count = countLogs(selection)
  if (count === 0) return false
  const { segment, rows } = selection
  const first = firstBlock(selection)
  let near = first
  let blocks = 0
  for (let log = 1; log < count && blocks < nearBlocks; log++) {
    const block = segment.blockNumber(rows ? rows[log]! : log)
    if (block !== near) blocks++
    near = block
  }
  const span = blocks < nearBlocks ? to - first : near - first
  return first - from <= span + 1n
}

function firstBlock({ segment, rows }: LogSelection): bigint {
  return segment.blockNumber(rows ? rows[0]! : 0)
}

/** Says that the logs of an interval are gone from where they were asked for. */
export function prunedError(range: BlockInterval, endpoint: string | undefined): UnreadBlocksError {
  const cause = new NodeError('No endpoint holds logs this old any more.', {
    kind: 'pruned',
    method: 'eth_getLogs',
    endpoint,
    advice: 'Use an archive endpoint for them, or begin at a later block.',
  })
  return new UnreadBlocksError(range, cause)
}
