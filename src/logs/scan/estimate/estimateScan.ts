import type { Client } from 'viem'
import { getPool } from '../../../rpc/pool/getPool.ts'
import type { LogQuery } from '../../filter/LogQuery.ts'
import type { ParsedLogQuery } from '../../filter/ParsedLogQuery.ts'
import { planScan } from './planScan.ts'
import type { EstimateScanOptions } from './planScan.ts'
import { priceScan } from './priceScan.ts'
import type { ScanEstimate } from './ScanEstimate.ts'

/**
 * Says what {@link scan} would cost before it runs: requests, seconds and the share of the day's budget, from the limits
 * that the endpoints have taught, the logs that were counted for this filter or a wider one, and what is held already.
 * It asks for the newest block (`eth_blockNumber`) at most once, and never for logs.
 *
 * With nothing learned yet it reckons with 10,000 blocks a call and, for a filter whose logs nobody has counted, with
 * anything from none to 5 logs a block (100 where the filter takes all logs).
 *
 * @throws {@link InvalidQueryError} before anything is sent; {@link NodeError} when the newest block is needed and could
 * not be read; the signal's reason when it fires.
 *
 * @example
 * const { requests, seconds, exceedsBudget } = await estimateScan(client, { address: token, fromBlock: 0n })
 */
export async function estimateScan(
  client: Client,
  query: LogQuery | ParsedLogQuery,
  options: EstimateScanOptions = {},
): Promise<ScanEstimate> {
  const pool = getPool(client)
  const plan = await planScan(pool, query, options)
  return priceScan(plan, pool.getStatus(), pool.budget.getStatus())
}
