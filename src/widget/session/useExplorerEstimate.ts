'use client'
import { useLazyModule } from '../../components/ui/useLazyModule.ts'
import type { UseScanEstimateParameters, UseScanEstimateReturnType } from '../../hooks/useScanEstimate.ts'
import { usePricedScan } from '../../hooks/useScanPlan.ts'
import type { ScanPlanParameters } from '../../hooks/useScanPlan.ts'
import type { ScanEstimate } from '../../logs/scan/estimate/ScanEstimate.ts'
import { lazyChainReads } from '../../query/lazyEngine.ts'
import { priceNow } from '../../query/scanPlan.ts'

type UseExplorerEstimateReturnType = Pick<
  UseScanEstimateReturnType,
  'data' | 'error' | 'isPending' | 'isError' | 'fetchStatus'
>

/**
 * As `useScanEstimate`, but the code that prices a plan is loaded after the first paint. Until then, the estimate is pending,
 * also if the app has stored the plan.
 */
export function useExplorerEstimate(parameters: UseScanEstimateParameters): UseExplorerEstimateReturnType {
  const { loaded, error: loadError } = useLazyModule(lazyChainReads)
  const { data, error, isPending, isError, fetchStatus } = usePricedScan(
    parameters as ScanPlanParameters<ScanEstimate | undefined>,
    (plan, client) => loaded && priceNow(loaded.priceScan, plan, client),
  )
  return {
    data,
    error: error ?? loadError ?? null,
    isPending: isPending || (data === undefined && !isError && !loadError),
    isError: isError || loadError !== undefined,
    fetchStatus,
  }
}
