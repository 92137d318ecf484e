import type { Client, Hash } from 'viem'
import { NodeError } from '../../errors/NodeError.ts'
import { parseQuantity } from '../../rpc/parseQuantity.ts'
import { getPool } from '../../rpc/pool/getPool.ts'

export interface FoundTransaction {
  readonly blockNumber: bigint
  /** Number of logs that it emitted. */
  readonly logs: number
  /** Whether it was reverted: such a transaction has no logs. */
  readonly isReverted: boolean
}

const method = 'eth_getTransactionReceipt'

/**
 * Finds the block of a mined transaction (`eth_getTransactionReceipt`); `undefined` if the endpoint does not know it.
 *
 * @throws {@link NodeError} if no endpoint can answer; the signal's reason once it fires.
 */
export async function findTransaction(
  client: Client,
  hash: Hash,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<FoundTransaction | undefined> {
  const { result, endpoint } = await getPool(client).request<unknown>({ method, params: [hash] }, { signal })
  if (result === null || result === undefined) return undefined
  const { blockNumber, logs, status } = result as Readonly<Record<string, unknown>>
  if (!Array.isArray(logs))
    throw new NodeError(`${endpoint} answered ${method} with something that is not a receipt.`, {
      kind: 'malformed',
      method,
      endpoint,
      advice: 'Use another endpoint.',
    })
  return { blockNumber: parseQuantity(blockNumber, method), logs: logs.length, isReverted: status === '0x0' }
}
