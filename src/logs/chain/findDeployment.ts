import type { Address, Client } from 'viem'
import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { NodeError } from '../../errors/NodeError.ts'
import { getPool } from '../../rpc/pool/getPool.ts'
import { inputProblem } from '../filter/inputProblem.ts'
import { parseAddress } from '../filter/parseAddress.ts'
import { readData } from './readData.ts'
import { readBlockNumber } from './readHeader.ts'

export interface FindDeploymentOptions {
  /** Aborts the search: nothing is sent after it fires. */
  signal?: AbortSignal | undefined
}

const method = 'eth_getCode'

/**
 * Finds the block in which a contract was deployed, by bisection on its code (`eth_getCode`), with about 25 requests. If a
 * contract was destroyed and deployed again, finds one of the deployments. Needs nodes that keep old states; a node that
 * answers "no code" for states it has dropped gives a wrong result.
 *
 * @throws {@link InvalidQueryError} if there is no contract at the address; {@link NodeError} of kind `pruned` if it was
 * deployed before the oldest state that the nodes keep; the signal's reason once it fires.
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
  const codeAt = (block: bigint | 'latest') => readCode(client, parsed.address, block, signal)
  if ((await codeAt('latest')) !== 'there')
    throw new InvalidQueryError([{ path: 'address', ...inputProblem('address-no-contract') }])
  // Read after the code: otherwise, the contract may have been deployed above it since.
  const { head } = await readBlockNumber(getPool(client), { signal, reason: 'lookup' })
  let without = -1n
  let present = head
  // Whether `without` is known to have no code; otherwise its state is pruned.
  let seen = true
  while (present - without > 1n) {
    const middle = (without + present) / 2n
    const code = await codeAt(middle)
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
      advice: 'Enter the block yourself, or use an endpoint that keeps all states (an archive node).',
    },
  )
}

async function readCode(
  client: Client,
  address: Address,
  block: bigint | 'latest',
  signal: AbortSignal | undefined,
): Promise<'there' | 'none' | 'pruned'> {
  try {
    return (await readData(client, method, [address], signal, block)).length > 2 ? 'there' : 'none'
  } catch (error) {
    if (block !== 'latest' && error instanceof NodeError && error.kind === 'pruned') return 'pruned'
    throw error
  }
}
