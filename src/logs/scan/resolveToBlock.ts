import type { Hash } from 'viem'
import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { blockHeader } from '../../rpc/blockHeader.ts'
import { hasOtherEndpoints } from './read/hasOtherEndpoints.ts'
import { inputProblem } from '../filter/inputProblem.ts'
import type { InputProblem } from '../filter/inputProblem.ts'
import { isBlockHash } from '../filter/ParsedLogQuery.ts'
import type { Range, RangeEnd } from '../filter/ParsedLogQuery.ts'

type Interval = Extract<Range, { fromBlock: unknown }>

/**
 * A range with the number of its last block where that is given by its hash (`eth_getBlockByHash`, then
 * `eth_getBlockByNumber`, to see that the chain still has it there).
 *
 * @throws `InvalidQueryError` at `toBlock` when no endpoint knows the block, or another one has taken its place.
 */
export async function resolveToBlock(
  pool: Pool,
  { fromBlock, toBlock }: Interval,
  signal: AbortSignal | undefined,
): Promise<BlockRange> {
  if (!isBlockHash(toBlock)) return { fromBlock, toBlock }
  const number = await numberOf(pool, toBlock, signal)
  if (typeof fromBlock === 'bigint' && fromBlock > number)
    throw refusal(inputProblem('range-reversed', `${number}`, `${fromBlock}`))
  return { fromBlock, toBlock: number }
}

async function numberOf(pool: Pool, hash: Hash, signal: AbortSignal | undefined): Promise<bigint> {
  const exclude: string[] = []
  for (;;) {
    const call = { method: 'eth_getBlockByHash', params: [hash, false] }
    const { result, endpoint } = await pool.request<unknown>(call, { signal, exclude })
    const block = blockHeader.safeParse(result).data
    if (block?.hash === hash) {
      // Whoever has the block can say whether it still stands.
      const params = [`0x${block.number.toString(16)}`, false]
      const there = { method: 'eth_getBlockByNumber', params }
      const { result: standing } = await pool.request<unknown>(there, { signal, endpoint })
      if (blockHeader.safeParse(standing).data?.hash === hash) return block.number
      throw refusal(inputProblem('block-replaced', `${block.number}`))
    }
    exclude.push(endpoint)
    // Another endpoint may be ahead of this one.
    if (!hasOtherEndpoints(pool, exclude)) throw refusal(inputProblem('block-not-found', hash))
  }
}

function refusal(problem: InputProblem): InvalidQueryError {
  return new InvalidQueryError([{ path: 'toBlock', ...problem }])
}

export interface BlockRange {
  readonly fromBlock: RangeEnd
  readonly toBlock: RangeEnd
}
