import { NodeError } from '../errors.ts'
import type { BlockInterval } from './Coverage.ts'
import { getHistoryReach } from './getHistoryReach.ts'
import type { ReachOptions } from './HistoryReach.ts'
import { countLogs } from './LogSelection.ts'
import type { LogSelection } from './LogSelection.ts'
import { prunedError } from './prunedError.ts'

/** Logs may begin this many times later than they are apart before it seems that older ones are missing. */
const usualGap = 8n

/**
 * Why an endpoint is not believed that names no logs of old blocks, or strangely late ones: it has dropped them, or could
 * not be asked whether it has. `undefined` when it is believed.
 */
export async function doubtAnswer(
  selection: LogSelection,
  interval: BlockInterval,
  head: bigint,
  options: ReachOptions,
): Promise<NodeError | undefined> {
  const { pool, endpoint } = options
  const reach = getHistoryReach(pool)
  if (countLogs(selection) > 0) reach.sawLog(endpoint, firstBlock(selection))
  // Nobody drops what may still change.
  if (interval.from > head - BigInt(pool.network.finality)) return undefined
  if (!reach.prunes(endpoint) && beginsAsUsual(selection, interval)) return undefined
  try {
    return (await reach.covers(interval, options)) ? undefined : prunedError(interval, endpoint)
  } catch (error) {
    if (error instanceof NodeError) return error
    throw error
  }
}

/** Whether the logs begin about where they would by the way they lie. */
function beginsAsUsual(selection: LogSelection, { from, to }: BlockInterval): boolean {
  const count = countLogs(selection)
  if (count === 0) return false
  const first = firstBlock(selection)
  return (first - from) * BigInt(count) <= usualGap * (to - first + 1n)
}

function firstBlock({ segment, rows }: LogSelection): bigint {
  return segment.blockNumber(rows ? rows[0]! : 0)
}
