import { numberToHex } from 'viem'
import type { Address, Client } from 'viem'
import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { NodeError } from '../../errors/NodeError.ts'
import { getPool } from '../../rpc/pool/getPool.ts'
import { parseQuantity } from '../../rpc/parseQuantity.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { inputProblem } from '../filter/inputProblem.ts'
import { parseAddress } from '../filter/parseAddress.ts'

export interface FindDeploymentOptions {
  /** Ends the search: nothing is sent after it fires. */
  signal?: AbortSignal | undefined
}

const method = 'eth_getCode'

/**
 * The block in which a contract was deployed, by bisection on its code (`eth_getCode`): one request for each halving of the
 * chain, about 25. For one that was destroyed and deployed again, one of its deployments. It needs nodes that keep old states;
 * one that says "no code" for states it has dropped, rather than refusing, misleads it.
 *
 * @throws {@link InvalidQueryError} when there is no contract at the address; {@link NodeError} of kind `pruned` when it was
 * deployed before the oldest state that the nodes keep; the signal's reason when it fires.
 *
 * @example
 * const fromBlock = await findDeployment(client, token)
 */
export async function findDeployment(
  client: Client,
  address: Address,
  { signal }: FindDeploymentOptions = {},
): Promise<bigint> {
  const parsed = parseAddress(address)
  if ('problem' in parsed) throw new InvalidQueryError([{ path: 'address', ...parsed.problem }])
  const pool = getPool(client)
  const { result } = await pool.request<unknown>({ method: 'eth_blockNumber', params: [] }, { signal })
  const head = parseQuantity(result, 'eth_blockNumber')
  if ((await readCode(pool, parsed.address, 'latest', signal)) !== 'there')
    throw new InvalidQueryError([{ path: 'address', ...inputProblem('address-no-contract') }])
  let without = -1n
  let present = head
  // Whether `without` was seen to hold no code, or only its state is gone.
  let seen = true
  while (present - without > 1n) {
    const middle = (without + present) / 2n
    const code = await readCode(pool, parsed.address, middle, signal)
    if (code === 'there') present = middle
    else {
      without = middle
      seen = code === 'none'
    }
  }
  if (seen) return present
  throw new NodeError(
    `The contract was deployed in block ${present} or earlier: no node keeps older states.`,
    {
      kind: 'pruned',
      method,
      advice: 'Give the block yourself, or use an endpoint that keeps all states (an archive node).',
    },
  )
}

async function readCode(
  pool: Pool,
  address: Address,
  block: bigint | 'latest',
  signal: AbortSignal | undefined,
): Promise<'there' | 'none' | 'pruned'> {
  try {
    const params = [address, block === 'latest' ? block : numberToHex(block)]
    const { result, endpoint } = await pool.request<unknown>({ method, params }, { signal })
    if (typeof result !== 'string' || !/^0x[0-9a-f]*$/i.test(result))
      throw new NodeError(`${endpoint} answered ${method} with something that is not code.`, {
        kind: 'malformed',
        method,
        endpoint,
        advice: 'Use another endpoint.',
      })
    return result.length > 2 ? 'there' : 'none'
  } catch (error) {
    if (block !== 'latest' && error instanceof NodeError && error.kind === 'pruned') return 'pruned'
    throw error
  }
}
