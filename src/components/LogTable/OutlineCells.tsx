'use client'
import type { LogRow } from '../../logs/Log.ts'
import { ChainText } from '../ChainText.tsx'
import { formatNumber } from '../formatNumber.ts'
import { useStrings } from '../useStrings.ts'
import type { LogColumn } from './LogTableView.ts'

interface OutlineCellsProps {
  log: LogRow
  columns: readonly LogColumn[]
  /** Each row is a card. */
  stacked: boolean
}

/** Where a log is and what it is, until there is time for the rest: what one sees of it while rows fly past. */
export function OutlineCells({ log, columns, stacked }: OutlineCellsProps) {
  const strings = useStrings()
  return columns.map((column, at) =>
    column === 'block' || column === 'event' ? (
      <div
        key={column}
        role="gridcell"
        className="topic0-log-table-cell"
        aria-colindex={at + 1}
        data-column={column}
        style={stacked ? undefined : { gridColumn: at + 2 }}
      >
        {column === 'block' ? (
          <span className="topic0-digits">{formatNumber(log.blockNumber, strings.locale)}</span>
        ) : log.decoded ? (
          <ChainText text={log.decoded.name} />
        ) : null}
      </div>
    ) : null,
  )
}
