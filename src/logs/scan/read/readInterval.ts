import type { Pool } from '../../../rpc/Pool.ts'
import type { BlockInterval } from '../../Coverage.ts'
import type { Filter, FilterPart } from '../../filter/Filter.ts'
import type { IntervalRead } from './IntervalRead.ts'
import { IntervalReader } from './IntervalReader.ts'
import { PartsReader } from './PartsReader.ts'
import type { ReadOptions } from './ReadOptions.ts'

/**
 * Reads one interval (`eth_getLogs`) and verifies each log. An answer counts only from an endpoint that had shown a block
 * at or past the interval's end, and an answer without logs of old blocks only from one that keeps them. A single block
 * that is too large is read by parts of the filter, or from another endpoint. A filter of several parts takes a call for each.
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
  const { anyOf: parts } = filter
  if (!parts) return new IntervalReader(pool, filter, interval, signal, options).read()
  // Logs of one part are not all logs of the filter, and it is checked for all parts together that no block was replaced.
  const own = { ...options, onPreview: undefined, finalBlock: undefined }
  const open = (part: FilterPart, partSignal: AbortSignal, prefer: string | undefined) =>
    new IntervalReader(pool, part, interval, partSignal, { ...own, prefer })
  const { finalBlock, tail } = options
  const checked = tail ? undefined : finalBlock
  return new PartsReader(pool, { ...options, finalBlock: checked, interval, parts, signal, open }).read()
}
