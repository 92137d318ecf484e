'use client'
import { memo } from 'react'
import { reasonOf } from '../../../errors/reasonOf.ts'
import { errorWords } from '../../strings/errorWords.ts'
import { formatInterval } from '../../strings/formatInterval.ts'
import { formatNumber } from '../../strings/formatNumber.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { Button } from '../../ui/Button.tsx'
import * as icons from '../../ui/icons.tsx'
import { visibleText } from '../../values/visibleText.ts'
import type { CoverageGap } from '../model/CoverageGap.ts'
import { logTableStrings, type LogTableStrings } from '../model/logTableStrings.ts'

interface GapRowProps {
  gap: CoverageGap
  index: number
  y: number
  height: number
  columns: number
  /** Whether it is in the tab order. */
  active: boolean
  onRetry: ((gap: CoverageGap) => void) | undefined
}

/** A row for missing blocks between two logs. */
export const GapRow = /* @__PURE__ */ memo(function GapRow(props: GapRowProps) {
  const { gap, index, y, height, columns, active, onRetry } = props
  const strings = useStrings(logTableStrings)
  const prefix = gap.network === undefined ? '' : `${gap.network}: `
  const text = `${prefix}${describe(gap, strings)}`
  return (
    <div
      role="row"
      className="topic0-log-table-row topic0-gap"
      aria-rowindex={index + 2}
      data-index={index}
      data-state={gap.state}
      style={{ height, transform: `translateY(${y}px)` }}
    >
      <div
        role="gridcell"
        className="topic0-gap-cell"
        aria-colindex={1}
        aria-colspan={columns}
        tabIndex={active ? 0 : -1}
      >
        {gap.state === 'failed' && icons.warning}
        <span
          className="topic0-gap-text"
          title={gap.error ? visibleText(`${text} ${errorWords(reasonOf(gap.error), strings).what}`) : text}
        >
          {text}
        </span>
        {gap.state === 'failed' && onRetry && (
          <Button
            tabIndex={-1}
            aria-label={`${strings.retry}: ${prefix}${formatInterval(gap.range, strings.locale)}`}
            onClick={() => onRetry(gap)}
          >
            {strings.retry}
          </Button>
        )}
      </div>
    </div>
  )
})

function describe({ state, range, blocks, parts }: CoverageGap, strings: LogTableStrings): string {
  const interval = formatInterval(range, strings.locale)
  const single = range.from === range.to
  const count = strings.blocks(formatNumber(blocks, strings.locale))
  const whole = parts.length === 1
  if (state === 'failed')
    return whole ? strings.failedBlocks(interval, single) : strings.failedSome(count, interval)
  if (state === 'awaiting') return strings.gapAwaiting(interval, single)
  if (state === 'pending')
    return whole ? strings.gapPending(interval, single) : strings.gapPendingSome(count, interval)
  return whole ? strings.gapNotRequested(interval, single) : strings.gapNotRequestedSome(count, interval)
}
