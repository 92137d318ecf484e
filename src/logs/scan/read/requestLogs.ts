import type { Hash } from 'viem'
import type { Pool, PoolReply, PoolRequestOptions } from '../../../rpc/Pool.ts'
import { scanRepliesInSlices, type LogsAnswer } from '../../columns/scanReplies.ts'
import { partsOf, type Filter } from '../../filter/Filter.ts'
import { toRpcFilter, type RpcFilter } from '../../filter/toRpcFilter.ts'

/**
 * Requests logs (`eth_getLogs`) and parses the bytes of the answer straight into columns, in slices that do not block the
 * page.
 */
export function requestLogs(
  pool: Pool,
  filter: RpcFilter,
  options: Omit<PoolRequestOptions, 'parseReplies'>,
): Promise<PoolReply<LogsAnswer>> {
  return pool.request({ method: 'eth_getLogs', params: [filter] }, { ...options, parseReplies })
}

const parseReplies = (bytes: Uint8Array, signal: AbortSignal) => scanRepliesInSlices(bytes, { signal })

/** Requests the logs of one block, by each part of a filter, all from one endpoint: another may not have the block. */
export async function requestBlockLogs(
  pool: Pool,
  filter: Filter,
  blockHash: Hash,
  options: Parameters<typeof requestLogs>[2],
): Promise<readonly PoolReply<LogsAnswer>[]> {
  const [first, ...others] = partsOf(filter).map((part) => toRpcFilter(part, { blockHash }))
  if (others.length === 0) return [await requestLogs(pool, first!, options)]
  // When one fails, the others are not needed.
  const stop = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal
  try {
    const answer = requestLogs(pool, first!, { ...options, signal })
    const endpoint = options.endpoint ?? (await answer).endpoint
    const rest = others.map((part) => requestLogs(pool, part, { ...options, signal, endpoint }))
    return await Promise.all([answer, ...rest])
  } finally {
    stop.abort()
  }
}
