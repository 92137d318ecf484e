import { numberToHex } from 'viem'
import { parseBlockHeader, type BlockHeader } from '../../rpc/parseBlockHeader.ts'
import { parseQuantity, readHeight } from '../../rpc/parseQuantity.ts'
import type { Pool, PoolReply, PoolRequestOptions } from '../../rpc/Pool.ts'

/** The number of the newest block, and the endpoint that reported it. */
export interface ReportedHead {
  readonly head: bigint
  readonly endpoint: string
}

/** Reads the number of the newest block (`eth_blockNumber`). */
export async function readBlockNumber(pool: Pool, options: PoolRequestOptions): Promise<ReportedHead> {
  const { result, endpoint } = await pool.request({ method: 'eth_blockNumber', params: [] }, options)
  return { head: parseQuantity(result, 'eth_blockNumber', readHeight), endpoint }
}

/** Reads the header of a block (`eth_getBlockByNumber`); `undefined` if there is no such block. */
export async function readHeader(
  pool: Pool,
  block: bigint,
  signal: AbortSignal | undefined,
): Promise<BlockHeader | undefined> {
  const { header } = await requestHeader(pool, block, { signal, reason: 'header' })
  return typeof header === 'object' ? header : undefined
}

/** The newest block, and the endpoint that reported it. */
export interface Head extends BlockHeader {
  readonly endpoint: string
}

/** What an endpoint says about a block: `none` if it does not have it. */
export interface ShownHeader {
  readonly header: BlockHeader | 'none' | 'malformed'
  readonly endpoint: string
  readonly batch: PoolReply<unknown>['batch']
}

/** Requests the header of a block (`eth_getBlockByNumber`). */
export async function requestHeader(
  pool: Pool,
  block: bigint | 'latest',
  options: PoolRequestOptions,
): Promise<ShownHeader> {
  const params = [block === 'latest' ? block : numberToHex(block), false]
  const call = { method: 'eth_getBlockByNumber', params }
  const { result, endpoint, batch } = await pool.request<unknown>(call, options)
  if (result === null) return { header: 'none', endpoint, batch }
  const header = parseBlockHeader(result)
  const isRequested = header !== undefined && (block === 'latest' || header.number === block)
  return { header: isRequested ? header : 'malformed', endpoint, batch }
}

/** Whether the endpoint that reported a head can show this block by its number. `false` also if it does not answer. */
export async function showsHead(
  pool: Pool,
  { head, endpoint }: ReportedHead,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    const { header } = await requestHeader(pool, head, { endpoint, signal, reason: 'head' })
    return typeof header === 'object'
  } catch {
    return false
  }
}
