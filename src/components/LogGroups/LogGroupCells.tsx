'use client'
import type { ReactNode } from 'react'
import type { LogGroup } from '../../logs/analyze/LogGroup.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import { valueByKey } from '../../logs/decode/valueByKey.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { amountText } from '../values/amounts.ts'
import { formatShare } from '../values/formatShare.ts'
import type { SumChoice } from './groupChoices.ts'
import { logGroupsStrings } from './logGroupsStrings.ts'

/** A number of logs, and its share of all. */
export function CountCell({ count, total, children }: { count: number; total: number; children: ReactNode }) {
  const strings = useStrings(logGroupsStrings)
  const share = total === 0 ? 0 : count / total
  return (
    <td data-align="end" className="topic0-log-groups-logs">
      <span
        className="topic0-log-groups-share"
        style={{ inlineSize: `${share * 100}%` }}
        aria-hidden="true"
      />
      {children} <span className="topic0-muted">{formatShare(share, strings.locale)}</span>
    </td>
  )
}

interface SumCellProps {
  total: Pick<LogGroup, 'sum' | 'sumOf'>
  choice: SumChoice
  tokens: ReadonlyMap<string, TokenUnit>
}

/** A sum in the unit of its contract, if known. Sums across contracts are not shown. */
export function SumCell({ total, choice, tokens }: SumCellProps) {
  const strings = useStrings(logGroupsStrings)
  const { sum, sumOf } = total
  if (sum === undefined) return <td data-align="end">–</td>
  if (sumOf === undefined)
    return (
      <td data-align="end" className="topic0-muted" title={strings.sumOfSeveralHelp}>
        {strings.sumOfSeveral}
      </td>
    )
  const unit = choice.isAmount ? valueByKey(tokens, sumOf) : undefined
  const digits = formatNumber(sum, strings.locale)
  return (
    <td data-align="end" title={unit && digits}>
      {unit ? amountText(sum, unit, strings.locale) : digits}
    </td>
  )
}
