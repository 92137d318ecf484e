import type { Hash } from 'viem'
import { NodeError } from '../../../errors/NodeError.ts'
import type { Pool, PoolReply, PoolRequestOptions } from '../../../rpc/Pool.ts'
import { scanRepliesInSlices } from '../../columns/scanReplies.ts'
import type { LogsAnswer } from '../../columns/scanReplies.ts'
import { partsOf } from '../../filter/Filter.ts'
import type { Filter } from '../../filter/Filter.ts'
import { toRpcFilter } from '../../filter/toRpcFilter.ts'
import type { RpcFilter } from '../../filter/toRpcFilter.ts'

/**
 * Requests logs (`eth_getLogs`) and parses the bytes of the answer straight into columns, in slices that do not block the
 * page.
 */
export function requestLogs(
  pool: Pool,
  filter: RpcFilter,
  options: Omit<PoolRequestOptions, 'parseBody' | 'parseBatch'>,
): Promise<PoolReply<LogsAnswer>> {
  const { signal } = options
  const parseBody = async (bytes: Uint8Array) => {
    const [reply] = await scanRepliesInSlices(bytes, { signal })
    // The pool parses the body again if it is not a list of logs, and classifies errors.
    if (!reply || !('logs' in reply)) throw notLogs()
    return reply.logs
  }
  return pool.request({ method: 'eth_getLogs', params: [filter] }, { ...options, parseBody, parseBatch })
}

/** Requests the logs of one block, by each part of a filter, all from one endpoint: another may not have the block. */
export async function requestBlockLogs(
  pool: Pool,
  filter: Filter,
  blockHash: Hash,
  options: Parameters<typeof requestLogs>[2],
): Promise<readonly PoolReply<LogsAnswer>[]> {
  const [first, ...others] = partsOf(filter).map((part) => toRpcFilter(part, { blockHash }))
  const answer = requestLogs(pool, first!, options)
  if (others.length === 0) return [await answer]
  const endpoint = options.endpoint ?? (await answer).endpoint
  return Promise.all([answer, ...others.map((part) => requestLogs(pool, part, { ...options, endpoint }))])
}

/** Parses the replies of a batch at once. */
async function parseBatch(bytes: Uint8Array, signal: AbortSignal): Promise<readonly unknown[]> {
  const replies = await scanRepliesInSlices(bytes, { signal })
  return replies.map((reply) => {
    if ('logs' in reply) return { id: reply.id, result: reply.logs }
    return 'error' in reply ? reply : { id: reply.id }
  })
}

function notLogs(): NodeError {
  return new NodeError('The answer to eth_getLogs is not a list of logs.', {
    kind: 'malformed',
    method: 'eth_getLogs',
    advice: 'Use another endpoint.',
  })
}
