'use client'
import { useLazyModule } from '../../components/ui/useLazyModule.ts'
import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { noPlaceholder } from '../../hooks/useLogsQuery.ts'
import { usePricedScan, type ScanPlanParameters } from '../../hooks/useScanPlan.ts'
import type { ScanEstimate } from '../../logs/scan/estimate/ScanEstimate.ts'
import { lazyChainReads } from '../../query/lazyEngine.ts'
import { priceNow } from '../../query/scanPlan.ts'
import type { TopicsQuery } from './toTopicsQuery.ts'

/**
 * The estimate of a query; `undefined` without a valid one. Unlike `useScanEstimate`, it loads the code that prices a plan after the
 * first paint. Until then, the estimate is pending, even if the app has stored the plan.
 */
export function useExplorerEstimate(
  query: TopicsQuery | InvalidQueryError | undefined,
  chainId: number,
  isNeeded = true,
) {
  const valid = query instanceof InvalidQueryError ? undefined : query
  const { loaded, error: loadError } = useLazyModule(lazyChainReads)
  const parameters: ScanPlanParameters<ScanEstimate | undefined> & { readonly chainId: number } = {
    ...valid,
    chainId,
    query: { enabled: isNeeded && valid !== undefined, placeholderData: noPlaceholder },
  }
  const { data, error, isPending, isError, fetchStatus } = usePricedScan(
    parameters,
    (plan, client) => loaded && priceNow(loaded.priceScan, plan, client),
  )
  return {
    data: valid && data,
    error: valid && (error ?? loadError),
    isPending: valid !== undefined && (isPending || (data === undefined && !isError && !loadError)),
    isError: isError || loadError !== undefined,
    fetchStatus,
  }
}
