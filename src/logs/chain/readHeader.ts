import { numberToHex } from 'viem'
import { parseBlockHeader, type BlockHeader } from '../../rpc/parseBlockHeader.ts'
import type { Pool } from '../../rpc/Pool.ts'

/** Reads the header of a block (`eth_getBlockByNumber`); `undefined` if there is no such block. */
export async function readHeader(
  pool: Pool,
  block: bigint,
  signal: AbortSignal | undefined,
): Promise<BlockHeader | undefined> {
  const params = [numberToHex(block), false]
  const { result } = await pool.request(
    { method: 'eth_getBlockByNumber', params },
    { signal, reason: 'header' },
  )
  const header = parseBlockHeader(result)
  return header?.number === block ? header : undefined
}

/** The newest block, and the endpoint that reported it. */
export interface Head extends BlockHeader {
  readonly endpoint: string
}
