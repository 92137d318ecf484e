'use client'
import { isParsed } from '../logs/filter/ParsedLogQuery.ts'
import type { ScanEstimate } from '../logs/scan/estimate/ScanEstimate.ts'
import { priceNow } from '../query/scanPlan.ts'
import type { PriceScan } from '../query/scanPlan.ts'
import { usePool } from './usePool.ts'
import { useScanPlan } from './useScanPlan.ts'
import type { ScanPlanParameters, ScanPlanResult } from './useScanPlan.ts'
import { useStatus } from './useStatus.ts'

/** The cost of a scan, up to date as limits are learned and the budget is used. Without `price`, the data is `undefined`. */
export function usePricedScan(
  parameters: ScanPlanParameters<ScanEstimate> & { readonly chainId?: number | undefined },
  price: PriceScan | undefined,
): ScanPlanResult<ScanEstimate> {
  const { result, config, resolved } = useScanPlan(parameters, (plan, client) =>
    // The caller, who has not loaded it yet, treats the result as pending.
    price ? priceNow(price, plan, client) : (undefined as unknown as ScanEstimate),
  )
  const { chainId, query } = resolved
  const pool = usePool(isParsed(query) ? config.getClient(chainId) : undefined)
  // Each change of the pool's status renders again, which updates the estimate. Disabled estimates do not subscribe.
  const watched = parameters.query?.enabled === false ? undefined : pool
  useStatus<unknown>(watched, undefined)
  useStatus<unknown>(watched?.budget, undefined)
  return result
}
