'use client'
import type { LogGroup } from '../../logs/analyse/LogGroup.ts'
import { amountText } from '../values/amounts.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import { useStrings } from '../strings/useStrings.ts'
import { logGroupsStrings } from './logGroupsStrings.ts'
import type { SumChoice } from './groupChoices.ts'

interface SumCellProps {
  total: Pick<LogGroup, 'sum' | 'sumOf'>
  choice: SumChoice
  tokens: ReadonlyMap<string, TokenUnit>
}

/** A sum in the unit of its contract, if known. There is none across contracts. */
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
  const unit = choice.isAmount ? tokens.get(sumOf) : undefined
  const digits = formatNumber(sum, strings.locale)
  return (
    <td data-align="end" title={unit && digits}>
      {unit ? amountText(sum, unit, strings.locale) : digits}
    </td>
  )
}
