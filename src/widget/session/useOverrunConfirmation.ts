'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLogsConfig } from '../../hooks/useLogsConfig.ts'
import type { UseLogsReturnType } from '../../hooks/useLogs.ts'
import { priceScan } from '../../logs/scan/estimate/priceScan.ts'
import type { ScanEstimate } from '../../logs/scan/estimate/ScanEstimate.ts'
import type { ScanPlan } from '../../logs/scan/estimate/ScanPlan.ts'
import { scanEstimateQueryKey } from '../../query/scanEstimate.ts'
import { getPool } from '../../rpc/pool/getPool.ts'
import type { TopicsQuery } from './toTopicsQuery.ts'

export interface UseOverrunConfirmationReturnType {
  /** What the rest of the scan costs, when that is more than is left and somebody has to agree to it. */
  readonly asking: ScanEstimate | undefined
  readonly confirm: () => void
  readonly dismiss: () => void
}

/**
 * Pauses a scan whose rest turns out to need more than is left of the day: what endpoints teach while it runs was not in
 * its price.
 */
export function useOverrunConfirmation(
  question: TopicsQuery | undefined,
  chainId: number,
  scan: Pick<
    UseLogsReturnType,
    'isFetching' | 'progress' | 'pause' | 'resume' | 'cancel' | 'ignoreBudget' | 'ignoresBudget'
  >,
): UseOverrunConfirmationReturnType {
  const config = useLogsConfig()
  const queryClient = useQueryClient()
  const pool = getPool(config.getClient(chainId))
  const key = question && JSON.stringify(scanEstimateQueryKey({ ...question, chainId }))
  const [braked, setBraked] = useState<{ key: string; rest: ScanEstimate }>()
  const { isFetching, pause, resume, cancel, ignoreBudget, ignoresBudget } = scan
  const left = 1 - (scan.progress?.fraction ?? 0)

  useEffect(() => {
    if (!isFetching || key === undefined || ignoresBudget) return
    let limits = limitsOf(pool.getStatus())
    return pool.subscribe(() => {
      const status = pool.getStatus()
      const learned = limitsOf(status)
      const plan = queryClient.getQueryData<ScanPlan>(JSON.parse(key) as unknown[])
      if (learned === limits || !plan) return
      limits = learned
      const rest = scale(priceScan(plan, status, pool.budget.getStatus()), left)
      const { remaining } = rest.basis
      // The least that it takes, not the most: it has been agreed to, and is not stopped for a mere possibility.
      if (!rest.exceedsBudget || remaining === undefined || rest.requests.low <= remaining) return
      pause()
      setBraked({ key, rest })
    })
  }, [pool, queryClient, isFetching, key, left, pause, ignoresBudget])

  return {
    asking: braked && braked.key === key && isFetching ? braked.rest : undefined,
    confirm() {
      ignoreBudget()
      setBraked(undefined)
      resume()
    },
    dismiss() {
      setBraked(undefined)
      cancel()
    },
  }
}

function limitsOf(endpoints: ReturnType<ReturnType<typeof getPool>['getStatus']>): string {
  return endpoints.map(({ limits }) => `${limits.blockRange} ${limits.results}`).join()
}

/** The price of what is left of a scan. */
function scale(price: ScanEstimate, left: number): ScanEstimate {
  const of = (value: number) => Math.ceil(value * left)
  const requests = { low: of(price.requests.low), high: of(price.requests.high) }
  const { remaining } = price.basis
  return {
    ...price,
    requests,
    exceedsBudget: price.exceedsBudget && remaining !== undefined && requests.high > remaining,
  }
}
