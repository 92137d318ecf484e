import type { Hash } from 'viem'
import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { hasOtherEndpoints } from '../../rpc/endpoint/requestEndpoints.ts'
import { parseBlockHeader } from '../../rpc/parseBlockHeader.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { requestHeader } from '../chain/readHeader.ts'
import type { BlockInterval } from '../Coverage.ts'
import { inputProblem, type InputProblem } from '../filter/inputProblem.ts'
import { isBlockHash, type Range, type RangeEnd } from '../filter/ParsedLogQuery.ts'

type Interval = Extract<Range, { fromBlock: unknown }>

/**
 * Replaces a block hash in `toBlock` by its number (`eth_getBlockByHash`, then `eth_getBlockByNumber` to check that the
 * block is still canonical).
 *
 * @throws {@link InvalidQueryError} at `toBlock` when no endpoint has the block, or it has been replaced.
 */
export async function resolveToBlock(
  pool: Pool,
  { fromBlock, toBlock }: Interval,
  signal: AbortSignal | undefined,
): Promise<BlockRange> {
  if (!isBlockHash(toBlock)) return { fromBlock, toBlock }
  const number = await numberOf(pool, toBlock, signal)
  if (typeof fromBlock === 'bigint')
    refuseReversed({ fromBlock, toBlock: number }, { from: fromBlock, to: number })
  return { fromBlock, toBlock: number }
}

async function numberOf(pool: Pool, hash: Hash, signal: AbortSignal | undefined): Promise<bigint> {
  const exclude: string[] = []
  for (;;) {
    const call = { method: 'eth_getBlockByHash', params: [hash, false] }
    const { result, endpoint } = await pool.request<unknown>(call, { signal, exclude })
    const block = parseBlockHeader(result)
    if (block?.hash === hash) {
      // The endpoint that has the block can say whether it is still canonical.
      const { header } = await requestHeader(pool, block.number, { signal, endpoint })
      if (typeof header === 'object' && header.hash === hash) return block.number
      throw refusal(inputProblem('block-replaced', `${block.number}`))
    }
    exclude.push(endpoint)
    // Another endpoint may be ahead of this one.
    if (!hasOtherEndpoints(pool, exclude)) throw refusal(inputProblem('block-not-found', hash))
  }
}

/**
 * Refuses a range whose first block, relative to the head, is now above its last one.
 *
 * @throws {@link InvalidQueryError} at `toBlock`.
 */
export function refuseReversed({ toBlock }: BlockRange, { from, to }: BlockInterval): void {
  if (typeof toBlock === 'bigint' && from > to)
    throw refusal(inputProblem('range-reversed', `${to}`, `${from}`))
}

function refusal(problem: InputProblem): InvalidQueryError {
  return new InvalidQueryError([{ path: 'toBlock', ...problem }])
}

export interface BlockRange {
  readonly fromBlock: RangeEnd
  readonly toBlock: RangeEnd
}
