'use client'
import { useState } from 'react'
import { useLogsConfig } from '../../hooks/useLogsConfig.ts'
import { usePool } from '../../hooks/usePool.ts'
import type { ScanEstimate } from '../../logs/scan/estimate/ScanEstimate.ts'
import { scanEstimateQueryKey } from '../../query/scanPlan.ts'
import type { TopicsQuery } from './toTopicsQuery.ts'
import { useExplorerEstimate } from './useExplorerEstimate.ts'

export interface UseScanConfirmationReturnType {
  /** Whether the query may be read. Stays `true`: what a scan spends does not revoke it. */
  readonly isConfirmed: boolean
  /** Whether the estimate waits for the browser to be online. */
  readonly isOffline: boolean
  /** The estimate to confirm first. */
  readonly estimate: ScanEstimate | undefined
  readonly isDismissed: boolean
  /** Starts the scan. When it costs more than is left today, calls `ignoreBudget` first. */
  readonly confirm: (ignoreBudget: () => void) => void
  readonly dismiss: () => void
  /** Forgets which queries were declined. */
  readonly reset: () => void
}

/** Holds a query back until its estimate is known and, for an expensive one, until the user confirms it. */
export function useScanConfirmation(
  query: TopicsQuery | undefined,
  { chainId, confirmAbove }: { chainId: number; confirmAbove: number },
): UseScanConfirmationReturnType {
  const key = query && JSON.stringify(scanEstimateQueryKey({ ...query, chainId }))
  const [answers, setAnswers] = useState<ReadonlyMap<string, 'confirmed' | 'dismissed'>>(new Map())
  const answer = key === undefined ? undefined : answers.get(key)
  const setAnswer = (next: 'confirmed' | 'dismissed') => {
    if (key !== undefined) setAnswers(new Map(answers).set(key, next))
  }
  const isNeeded = answer !== 'confirmed'
  const { data, isPending, isError, fetchStatus } = useExplorerEstimate(query, chainId, isNeeded)
  // Until the pool is loaded, the estimate assumes that nothing was spent today.
  const pool = usePool(useLogsConfig().getClient(chainId))
  const isPriced = !isPending && (isError || pool !== undefined)
  const isExpensive = data !== undefined && needsConfirmation(data, confirmAbove)
  // Without an estimate, for example when no endpoint answers, the scan itself reports the error.
  if (key !== undefined && !answer && isPriced && !isExpensive) setAnswer('confirmed')

  return {
    isConfirmed: answer === 'confirmed',
    isOffline: fetchStatus === 'paused',
    estimate: isExpensive && !answer ? data : undefined,
    isDismissed: answer === 'dismissed',
    confirm(ignoreBudget) {
      if (data?.exceedsBudget) ignoreBudget()
      setAnswer('confirmed')
    },
    dismiss: () => setAnswer('dismissed'),
    reset: () => setAnswers(new Map([...answers].filter(([, given]) => given === 'confirmed'))),
  }
}

/** Whether a scan may need more requests than are left today, or more than `limit` of a day's budget (0 to 1). */
export function needsConfirmation({ exceedsBudget, share }: ScanEstimate, limit: number): boolean {
  return exceedsBudget || (share !== undefined && share.high > limit)
}
