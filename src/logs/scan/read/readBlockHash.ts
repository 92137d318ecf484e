import type { Hash } from 'viem'
import { NodeError } from '../../../errors/NodeError.ts'
import type { Pool, PoolReply, PoolRequestOptions } from '../../../rpc/Pool.ts'
import { requestHeader } from '../../chain/readHeader.ts'
import { declined } from './EndpointHistory.ts'

/** The hash of a block as an endpoint shows it. */
export interface ShownHash {
  /** `none` if the endpoint does not have the block, `unknown` if it does not tell. */
  readonly hash: Hash | 'none' | 'unknown'
  readonly endpoint: string | undefined
  readonly batch: PoolReply<unknown>['batch']
}

/**
 * Reads the hash of a block (`eth_getBlockByNumber`).
 *
 * @throws when no endpoint answers; the signal's reason when it fires.
 */
export async function readBlockHash(
  pool: Pool,
  block: bigint,
  options: Omit<PoolRequestOptions, 'reason'>,
): Promise<ShownHash> {
  try {
    const { header, endpoint, batch } = await requestHeader(pool, block, { ...options, reason: 'header' })
    const hash = typeof header === 'object' ? header.hash : header === 'none' ? 'none' : 'unknown'
    return { hash, endpoint, batch }
  } catch (error) {
    options.signal?.throwIfAborted()
    if (!(error instanceof NodeError)) throw error
    const { kind, endpoint } = error
    if (kind !== 'beyond-head' && !declined.has(kind)) throw error
    return { hash: kind === 'beyond-head' ? 'none' : 'unknown', endpoint, batch: undefined }
  }
}
