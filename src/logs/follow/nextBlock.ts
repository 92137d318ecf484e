import type { Pool } from '../../rpc/Pool.ts'
import { parseQuantity } from '../../rpc/parseQuantity.ts'

/** The number of the block that comes next (`eth_blockNumber`). */
export async function nextBlock(pool: Pool, signal: AbortSignal | undefined): Promise<bigint> {
  const { result } = await pool.request({ method: 'eth_blockNumber', params: [] }, { signal })
  return parseQuantity(result, 'eth_blockNumber') + 1n
}
