'use client'
import type { LogRow } from '../../../logs/Log.ts'
import { formatNumber } from '../../strings/formatNumber.ts'
import { useStrings } from '../../strings/useStrings.ts'
import { logTableStrings } from '../model/logTableStrings.ts'
import type { LogColumnId } from '../model/LogTableView.ts'
import { isolateText } from './isolateText.tsx'

interface OutlineCellsProps {
  log: LogRow
  columns: readonly LogColumnId[]
  /** Whether rows are cards. */
  stacked: boolean
}

/** The outline of a row: block and event only, shown while scrolling fast. */
export function OutlineCells({ log, columns, stacked }: OutlineCellsProps) {
  const strings = useStrings(logTableStrings)
  // A row needs a cell.
  const fallback = columns.includes('block') || columns.includes('event') ? undefined : columns[0]
  return columns.map((column, at) =>
    column === 'block' || column === 'event' || column === fallback ? (
      <div
        key={column}
        role="gridcell"
        className="topic0-log-table-cell"
        aria-colindex={at + 1}
        data-column={column}
        style={stacked ? undefined : { gridColumn: at + 2 }}
      >
        {column === 'block'
          ? formatNumber(log.blockNumber, strings.locale)
          : column === 'event' && log.decoded && isolateText(log.decoded.name)}
      </div>
    ) : null,
  )
}
