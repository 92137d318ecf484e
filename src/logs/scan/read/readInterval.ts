import type { Pool } from '../../../rpc/Pool.ts'
import type { BlockInterval } from '../../Coverage.ts'
import type { Filter } from '../../filter/Filter.ts'
import { IntervalReader } from './IntervalReader.ts'
import type { ReadOptions } from './IntervalReader.ts'
import type { IntervalRead } from './verifyAnswer.ts'

/**
 * Reads one interval (`eth_getLogs`) and verifies each log. An answer counts only from an endpoint that had shown a block
 * at or past the interval's end, and an answer without logs of old blocks only from one that keeps them. A single block
 * that is too large is read by parts of the filter, or from another endpoint.
 *
 * @throws {@link NodeError} when no endpoint gives an answer that can be trusted; the signal's reason when it fires.
 */
export function readInterval(
  pool: Pool,
  filter: Filter,
  interval: BlockInterval,
  signal: AbortSignal | undefined,
  options: ReadOptions = {},
): Promise<IntervalRead> {
  return new IntervalReader(pool, filter, interval, signal, options).read()
}
