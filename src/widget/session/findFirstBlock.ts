import type { Address } from 'viem'
import { NodeError } from '../../errors/NodeError.ts'
import { lazyChainReads, lazyEngine } from '../../query/lazyEngine.ts'
import type { LogsConfig } from '../../query/LogsConfig.ts'

/** Maximum requests: more would spend a day's budget with one click. */
const maxRequests = 200

/**
 * The block in which a contract was deployed or, where no node keeps old states, the block of its first log.
 *
 * @throws {@link NodeError} of kind `pruned` if finding the first log would take too many requests, or if there is none.
 */
export async function findFirstBlock(
  config: LogsConfig,
  chainId: number,
  address: Address,
  { signal }: { signal: AbortSignal },
): Promise<bigint> {
  const client = config.getClient(chainId)
  const { findDeployment, planScan, priceScan } = await lazyChainReads.load()
  try {
    return await findDeployment(client, address, { signal })
  } catch (error) {
    if (!(error instanceof NodeError) || error.kind !== 'pruned') throw error
    const { getPool, readHistory } = await lazyEngine.load()
    const query = { address, fromBlock: 0n, limit: 1 } as const
    const options = { cache: config.cache, signal }
    const pool = getPool(client)
    const plan = await planScan(pool, query, options)
    const { requests } = priceScan(plan, pool.getStatus(), pool.budget.getStatus())
    if (requests.high > maxRequests) throw error
    let first: bigint | undefined
    for await (const event of readHistory(client, query, options)) {
      if (event.type === 'failed') throw event.error
      if (event.type === 'reset') first = undefined
      else if (event.type === 'logs') first ??= event.logs.at(0)?.blockNumber
    }
    if (first === undefined) throw error
    return first
  }
}
