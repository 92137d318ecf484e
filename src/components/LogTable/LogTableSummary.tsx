'use client'
import type { ComponentProps, ReactNode } from 'react'
import { formatProgress } from '../status/formatProgress.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { classNames } from '../ui/classNames.ts'
import { withRef } from '../ui/withRef.ts'
import { useLogTableContext } from './LogTableContext.ts'
import { logTableStrings, type LogTableStrings } from './model/logTableStrings.ts'
import type { LogTableState } from './useLogTableState.ts'

export interface LogTableSummaryProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Shown next to the count of logs. */
  note?: ReactNode
}

/**
 * How many logs there are, their order and the progress of the scan, or how many are marked, with actions; the filters, and since
 * when a live result is out of date.
 *
 * @example
 * <LogTable.Summary note="Transfers to you" />
 */
export const LogTableSummary = /* @__PURE__ */ withRef(function LogTableSummary({
  note,
  className,
  ...rest
}: LogTableSummaryProps) {
  const table = useLogTableContext('LogTable.Summary')
  const { tools, view, selection } = table
  const strings = useStrings(logTableStrings)
  return (
    <div {...rest} className={classNames('topic0-log-table-facts', className)}>
      {selection.size > 0 ? (
        tools && <tools.SelectionBar {...table} />
      ) : (
        <>
          <span className="topic0-log-table-count" aria-hidden="true">
            {table.copied ?? countText(table, strings)}
          </span>
          {table.phase !== 'awaiting' && <Progress fraction={table.props.progress?.fraction} />}
        </>
      )}
      {note}
      {tools && selection.size === 0 && <tools.ListNotes {...table} />}
      {tools && <tools.FilterChips view={view} />}
      {tools && <tools.StaleStatus result={table.props.result} />}
    </div>
  )
})

/** How many logs there are, or that they are being read. */
function countText(table: LogTableState, strings: LogTableStrings): string | undefined {
  const { loadedCount, items, isCounted } = table
  const isLoading = table.isLoading || table.busy
  const number = (count: number) => formatNumber(count, strings.locale)
  const shown = items.order.length
  if (shown !== loadedCount) return strings.shownOfLoaded(number(shown), number(loadedCount))
  if (loadedCount > 0 || (isCounted && !isLoading)) return strings.logCount(number(loadedCount))
  return isLoading ? strings.loading : undefined
}

function Progress({ fraction = 1 }: { fraction: number | undefined }) {
  const strings = useStrings(logTableStrings)
  // None of the blocks, or all of them, were read.
  if (fraction % 1 === 0) return null
  const text = strings.progressSome(formatProgress(fraction, strings.locale))
  return (
    <span
      className="topic0-muted topic0-number"
      role="progressbar"
      aria-label={strings.progress}
      aria-valuenow={Math.floor(fraction * 1_000) / 10}
      aria-valuetext={text}
    >
      {text}
    </span>
  )
}
