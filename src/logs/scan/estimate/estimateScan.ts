import type { Client } from 'viem'
import { getPool } from '../../../rpc/pool/getPool.ts'
import type { LogQuery } from '../../filter/LogQuery.ts'
import type { ParsedLogQuery } from '../../filter/ParsedLogQuery.ts'
import { planScan, type EstimateScanOptions } from './planScan.ts'
import { priceScan } from './priceScan.ts'
import type { ScanEstimate } from './ScanEstimate.ts'

/**
 * Estimates what {@link scan} would cost: requests, seconds and the share of the day's budget. It uses the learned limits
 * of the endpoints, the density counted for this filter or a wider one, and the cache. Sends at most one request for the
 * newest block (`eth_blockNumber`), two for a `toBlock` given by hash, and none for logs.
 *
 * With nothing learned yet, it assumes 10,000 blocks per call and from 0 to 5 logs per block (100 if the filter matches
 * all logs).
 *
 * @throws {@link InvalidQueryError} before any request; {@link NodeError} when the newest block is needed and could not be
 * read; the signal's reason when it fires.
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
