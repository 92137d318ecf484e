import type { Hash } from 'viem'
import { NodeError } from '../../errors/NodeError.ts'
import { hasOtherEndpoints } from '../../rpc/endpoint/requestEndpoints.ts'
import { parseQuantity } from '../../rpc/parseQuantity.ts'
import type { Pool } from '../../rpc/Pool.ts'

const method = 'eth_getBlockByHash'

/** Reads the timestamp of a block, in seconds since the epoch (`eth_getBlockByHash`). Calls share batches. */
export async function readBlockTimestamp(
  pool: Pool,
  blockHash: Hash,
  signal: AbortSignal | undefined,
): Promise<bigint> {
  const call = { method, params: [blockHash, false] }
  const options = {
    signal,
    smallReply: true,
    preferBatch: true,
    preferVerified: true,
    reason: 'timestamp',
  } as const
  type Header = { timestamp?: unknown } | null
  let reply = await pool.request<Header>(call, options)
  // The endpoint may lag behind the one that sent the log.
  if (!reply.result && hasOtherEndpoints(pool, [reply.endpoint]))
    reply = await pool.request<Header>(call, { ...options, preferVerified: false, avoid: [reply.endpoint] })
  if (!reply.result)
    throw new NodeError(`${reply.endpoint} knows no block with the hash ${blockHash}.`, {
      kind: 'invalid-input',
      method,
      endpoint: reply.endpoint,
      advice: 'A reorg may have removed the block.',
    })
  return parseQuantity(reply.result.timestamp, method)
}
