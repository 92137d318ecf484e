'use client'
import { ScanEstimate } from '../../components/ScanEstimate/ScanEstimate.tsx'
import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { useScanEstimate } from '../../hooks/useScanEstimate.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { needsConfirmation } from '../session/useScanConfirmation.ts'
import { newestFirst } from '../session/newestFirst.ts'
import { toTopicsQuery } from '../session/toTopicsQuery.ts'

export interface ExplorerEstimateProps {
  /** What is in the form now. */
  query: LogSearch | undefined
  chainId: number
  /** Share of a day's budget above which one is asked. */
  confirmAbove: number
}

/** What the form below which it stands would cost. Alone, because it changes with each request. */
export function ExplorerEstimate({ query, chainId, confirmAbove }: ExplorerEstimateProps) {
  // As it would be asked: the same question has one price.
  const question = query && toTopicsQuery(newestFirst(query))
  const valid = question instanceof InvalidQueryError ? undefined : question
  const { data, error, isPending } = useScanEstimate({
    ...valid,
    chainId,
    query: { enabled: valid !== undefined },
  })
  const estimate = valid && data
  return (
    <ScanEstimate
      estimate={estimate}
      pending={valid !== undefined && isPending}
      error={error}
      asks={estimate && needsConfirmation(estimate, confirmAbove)}
    />
  )
}
