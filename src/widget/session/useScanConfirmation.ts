'use client'
import { useState } from 'react'
import { useScanEstimate } from '../../hooks/useScanEstimate.ts'
import type { ScanEstimate } from '../../logs/scan/estimate/ScanEstimate.ts'
import { scanEstimateQueryKey } from '../../query/scanEstimate.ts'
import { needsConfirmation } from './needsConfirmation.ts'
import type { TopicsQuery } from './toTopicsQuery.ts'

export interface UseScanConfirmationReturnType {
  /** Whether the query may be read. Once it is, it stays so: what a scan spends does not close it. */
  readonly open: boolean
  /** The price that somebody has to agree to first. */
  readonly asking: ScanEstimate | undefined
  /** Somebody did not agree. */
  readonly dismissed: boolean
  /** Has it read. Where it costs more than is left of the day, `ignoreBudget` lets it. */
  readonly confirm: (ignoreBudget: () => void) => void
  readonly dismiss: () => void
  /** Asks anew for what was dismissed. */
  readonly reset: () => void
}

/** Holds a query back until its price is known, and then, when it costs much, until somebody agrees. */
export function useScanConfirmation(
  question: TopicsQuery | undefined,
  { chainId, confirmAbove }: { chainId: number; confirmAbove: number },
): UseScanConfirmationReturnType {
  const key = question && JSON.stringify(scanEstimateQueryKey({ ...question, chainId }))
  const [answers, setAnswers] = useState<ReadonlyMap<string, 'run' | 'leave'>>(new Map())
  const answer = key === undefined ? undefined : answers.get(key)
  const give = (next: 'run' | 'leave') => {
    if (key !== undefined) setAnswers(new Map(answers).set(key, next))
  }
  const estimate = useScanEstimate({
    ...question,
    chainId,
    query: { enabled: question !== undefined && answer !== 'run' },
  })
  const { data, isPending } = estimate
  const costly = data !== undefined && needsConfirmation(data, confirmAbove)
  // Without a price, as when no endpoint answers, the scan itself says what is wrong.
  if (key !== undefined && !answer && !isPending && !costly) give('run')

  return {
    open: answer === 'run',
    asking: costly && !answer ? data : undefined,
    dismissed: answer === 'leave',
    confirm(ignoreBudget) {
      if (data?.exceedsBudget) ignoreBudget()
      give('run')
    },
    dismiss: () => give('leave'),
    reset: () => setAnswers(new Map([...answers].filter(([, given]) => given === 'run'))),
  }
}
