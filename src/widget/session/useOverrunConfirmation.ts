'use client'
import { useEffect, useState } from 'react'
import type { UseLogsReturnType } from '../../hooks/useLogs.ts'
import { useLogsConfig } from '../../hooks/useLogsConfig.ts'
import { usePool } from '../../hooks/usePool.ts'
import type { ScanEstimate } from '../../logs/scan/estimate/ScanEstimate.ts'
import type { ScanPlan } from '../../logs/scan/estimate/ScanPlan.ts'
import { lazyChainReads } from '../../query/lazyEngine.ts'
import { scanEstimateQueryKey } from '../../query/scanPlan.ts'
import { useFirstQueryClient } from '../../react/useFirstQueryClient.ts'
import type { EndpointStatus } from '../../rpc/Pool.ts'
import type { TopicsQuery } from './toTopicsQuery.ts'

export interface UseOverrunConfirmationReturnType {
  /** The estimate of the rest of a paused scan, to be confirmed. */
  readonly estimate: ScanEstimate | undefined
  readonly confirm: () => void
  readonly dismiss: () => void
}

/**
 * Pauses a running scan, until the user confirms, when the rest of it will exceed today's budget: endpoints may turn out to
 * allow less per request than the estimate assumed.
 */
export function useOverrunConfirmation(
  query: TopicsQuery | undefined,
  chainId: number,
  scan: Pick<
    UseLogsReturnType,
    | 'isFetching'
    | 'isScanPaused'
    | 'progress'
    | 'pause'
    | 'resume'
    | 'cancel'
    | 'ignoreBudget'
    | 'ignoresBudget'
  >,
): UseOverrunConfirmationReturnType {
  const config = useLogsConfig()
  const queryClient = useFirstQueryClient()
  const pool = usePool(config.getClient(chainId))
  const key = query && JSON.stringify(scanEstimateQueryKey({ ...query, chainId }))
  const [overrun, setOverrun] = useState<{ key: string; rest: ScanEstimate }>()
  const { isFetching, isScanPaused, pause, resume, cancel, ignoreBudget, ignoresBudget } = scan
  const left = 1 - (scan.progress?.fraction ?? 0)

  useEffect(() => {
    if (!pool || !isFetching || key === undefined || ignoresBudget) return
    let limits = limitsOf(pool.getStatus())
    return pool.subscribe(() => {
      const status = pool.getStatus()
      const learned = limitsOf(status)
      const plan = queryClient.getQueryData<ScanPlan>(JSON.parse(key) as unknown[])
      // Loaded by whoever shows the plan's cost.
      const reads = lazyChainReads.loaded()
      if (learned === limits || !plan || !reads) return
      limits = learned
      const rest = scaleEstimate(reads.priceScan(plan, status, pool.budget.getStatus()), left)
      const { remaining } = rest.basis
      // Compares the lower bound: a confirmed scan is not paused for a mere possibility.
      if (!rest.exceedsBudget || remaining === undefined || rest.requests.low <= remaining) return
      pause()
      setOverrun({ key, rest })
    })
  }, [pool, queryClient, isFetching, key, left, pause, ignoresBudget])

  return {
    estimate: overrun && overrun.key === key && isFetching && isScanPaused ? overrun.rest : undefined,
    confirm() {
      ignoreBudget()
      setOverrun(undefined)
      resume()
    },
    dismiss() {
      setOverrun(undefined)
      cancel()
    },
  }
}

function limitsOf(endpoints: readonly EndpointStatus[]): string {
  return endpoints.map(({ limits }) => `${limits.blockRange} ${limits.results}`).join()
}

/** The estimate for the fraction `left` of a scan, except for `exceedsBudget`, which stays that of the whole scan. */
function scaleEstimate(estimate: ScanEstimate, left: number): ScanEstimate {
  const of = (value: number) => Math.ceil(value * left)
  return { ...estimate, requests: { low: of(estimate.requests.low), high: of(estimate.requests.high) } }
}
