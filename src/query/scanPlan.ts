import { CancelledError, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Client } from 'viem'
import { isParsed } from '../logs/filter/ParsedLogQuery.ts'
import type { priceScan } from '../logs/scan/estimate/priceScan.ts'
import type { ScanEstimate } from '../logs/scan/estimate/ScanEstimate.ts'
import type { ScanPlan } from '../logs/scan/estimate/ScanPlan.ts'
import { initialStatus } from '../rpc/pool/initialStatus.ts'
import { blockNumberQueryKey } from './blocks.ts'
import { lazyChainReads, lazyEngine } from './lazyEngine.ts'
import { isFixed } from './logs.ts'
import type { LogsConfig } from './LogsConfig.ts'
import { readByPool, type TaggedQueryOptions } from './QueryParameter.ts'
import type { AnyLogsParameters } from './readLogParameters.ts'
import { readKeyFields, whenReady, type KeyFields, type ResolvedParameters } from './resolveParameters.ts'

/**
 * The key of {@link scanEstimateQueryOptions}: as {@link logsQueryKey}, with another name.
 *
 * @throws {@link InvalidQueryError} when the query is invalid.
 */
export function scanEstimateQueryKey(parameters: AnyLogsParameters & { chainId: number }) {
  return toKey(readKeyFields(parameters))
}

const toKey = (fields: KeyFields) => ['topic0', 'scanEstimate', fields] as const

/** Plans a scan. `select` derives from the plan what is shown, such as its cost. */
export function scanPlanQueryOptions<data>(
  config: LogsConfig,
  resolved: ResolvedParameters,
  select: (plan: ScanPlan) => data,
): TaggedQueryOptions<ScanPlan, data, readonly unknown[]> {
  const { chainId, query, keyFields } = resolved
  return queryOptions<ScanPlan, Error, data, readonly unknown[]>({
    queryKey: toKey(keyFields),
    queryFn: whenReady(resolved, async ({ client, signal }) => {
      if (!isParsed(query)) throw query
      const [{ getPool }, { planScan }] = await Promise.all([lazyEngine.load(), lazyChainReads.load()])
      if (!isFixed(query.range)) await headBeingRead(client, chainId)
      return planScan(getPool(config.getClient(chainId)), query, { cache: config.cache, signal })
    }),
    select,
    // Only blocks counted from the newest one need a node.
    ...((!isParsed(query) || isFixed(query.range)) && { networkMode: 'always' }),
    ...readByPool,
  })
}

/** Waits for a newest block that is being read: the pool knows it then, and it is not requested twice. */
async function headBeingRead(client: QueryClient, chainId: number): Promise<void> {
  // Offline, it would never arrive.
  const filters = { queryKey: blockNumberQueryKey(chainId), exact: true, fetchStatus: 'fetching' } as const
  try {
    await client.getQueryCache().find(filters)?.promise
  } catch (error) {
    if (!(error instanceof CancelledError)) throw error
  }
}

/** What a plan costs with the limits learned and the budget left by now. */
export function priceNow(price: typeof priceScan, plan: ScanPlan, client: Client): ScanEstimate {
  const pool = lazyEngine.loaded()?.getPool(client)
  const { endpoints, budget } = initialStatus(client)
  return price(plan, pool?.getStatus() ?? endpoints, pool?.budget.getStatus() ?? budget)
}
