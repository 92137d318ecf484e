'use client'
import { ScanEstimate } from '../components/ScanEstimate/ScanEstimate.tsx'
import { InvalidQueryError } from '../errors.ts'
import { useScanEstimate } from '../hooks/useScanEstimate.ts'
import type { LogQuery } from '../logs/LogQuery.ts'
import { isCostly } from './isCostly.ts'
import { toTopicsQuery } from './toTopicsQuery.ts'

export interface ExplorerPriceProps {
  /** What is in the form now, as it would be asked. */
  draft: LogQuery | undefined
  networkId: number
  /** Share of a day's budget above which one is asked. */
  confirmAbove: number
}

/** What the form below which it stands would cost. Alone, because it changes with each request. */
export function ExplorerPrice({ draft, networkId, confirmAbove }: ExplorerPriceProps) {
  const question = draft && toTopicsQuery(draft)
  const valid = question instanceof InvalidQueryError ? undefined : question
  const { data, error, isPending } = useScanEstimate({
    ...valid,
    networkId,
    query: { enabled: valid !== undefined },
  })
  const estimate = valid && data
  return (
    <ScanEstimate
      estimate={estimate}
      pending={valid !== undefined && isPending}
      error={error}
      asks={estimate && isCostly(estimate, confirmAbove)}
    />
  )
}
