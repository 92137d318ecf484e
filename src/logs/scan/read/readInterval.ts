import type { Pool } from '../../../rpc/Pool.ts'
import type { BlockInterval } from '../../Coverage.ts'
import type { Filter, FilterPart } from '../../filter/Filter.ts'
import type { IntervalRead } from './IntervalRead.ts'
import { IntervalReader } from './IntervalReader.ts'
import type { ReadOptions } from './IntervalReader.ts'
import { readByParts } from './readByParts.ts'

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
  const read = (part: FilterPart, partSignal: AbortSignal | undefined, partOptions: ReadOptions) =>
    new IntervalReader(pool, part, interval, partSignal, partOptions).read()
  const { anyOf: parts } = filter
  if (!parts) return read(filter, signal, options)
  // Logs of one part are not all logs of the filter.
  const partOptions = { ...options, onPreview: undefined }
  return readByParts({ parts, interval, signal, read: (part, own) => read(part, own, partOptions) })
}
