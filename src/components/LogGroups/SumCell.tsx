'use client'
import type { LogGroup } from '../../logs/groupLogs.ts'
import { amountText } from '../amountText.ts'
import { formatNumber } from '../formatNumber.ts'
import type { TokenUnit } from '../TokenUnit.ts'
import { useStrings } from '../useStrings.ts'
import type { SumChoice } from './groupChoices.ts'

interface SumCellProps {
  total: Pick<LogGroup, 'sum' | 'sumOf'>
  choice: SumChoice
  tokens: ReadonlyMap<string, TokenUnit>
}

/** A sum, in the unit of its contract where that is known. Of several contracts there is none. */
export function SumCell({ total, choice, tokens }: SumCellProps) {
  const strings = useStrings()
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
      {unit ? amountText(sum, unit) : digits}
    </td>
  )
}
