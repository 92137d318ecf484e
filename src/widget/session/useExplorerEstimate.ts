'use client'
import { useLazyModule } from '../../components/ui/useLazyModule.ts'
import type { UseScanEstimateParameters } from '../../hooks/useScanEstimate.ts'
import { usePricedScan } from '../../hooks/useScanPlan.ts'
import type { ScanPlanResult } from '../../hooks/useScanPlan.ts'
import type { ScanEstimate } from '../../logs/scan/estimate/ScanEstimate.ts'
import { lazyChainReads } from '../../query/lazyEngine.ts'

export type ExplorerEstimate = Pick<
  ScanPlanResult<ScanEstimate>,
  'data' | 'error' | 'isPending' | 'isError' | 'fetchStatus'
>

/** As `useScanEstimate`, but the code that prices a plan is loaded after the first paint. Until then, the estimate is pending. */
export function useExplorerEstimate(parameters: UseScanEstimateParameters): ExplorerEstimate {
  const { loaded, error: loadError } = useLazyModule(lazyChainReads)
  const { data, error, isPending, isError, fetchStatus } = usePricedScan(parameters, loaded?.priceScan)
  return {
    data,
    error: error ?? loadError ?? null,
    isPending: isPending || (data === undefined && !isError && !loadError),
    isError: isError || loadError !== undefined,
    fetchStatus,
  }
}
