'use client'
import { ScanEstimate } from '../../components/ScanEstimate/ScanEstimate.tsx'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { newestFirst } from '../session/newestFirst.ts'
import { toTopicsQuery } from '../session/toTopicsQuery.ts'
import { useExplorerEstimate } from '../session/useExplorerEstimate.ts'
import { needsConfirmation } from '../session/useScanConfirmation.ts'

export interface ExplorerEstimateProps {
  /** The query in the form. */
  query: LogSearch | undefined
  chainId: number
  /** Share of the daily budget above which a query must be confirmed. */
  confirmAbove: number
}

/** The estimated cost of the query in the form. A separate component, because it rerenders with each request. */
export function ExplorerEstimate({ query, chainId, confirmAbove }: ExplorerEstimateProps) {
  // Normalized as it would run, so that equal queries share one estimate.
  const question = query && toTopicsQuery(newestFirst(query))
  const { data, error, isPending } = useExplorerEstimate(question, chainId)
  return (
    <ScanEstimate
      estimate={data}
      pending={isPending}
      error={error}
      needsConfirmation={data && needsConfirmation(data, confirmAbove)}
    />
  )
}
