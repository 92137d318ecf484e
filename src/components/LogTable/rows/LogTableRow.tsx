'use client'
import { memo, type HTMLAttributes, type ReactNode } from 'react'
import { useStrings } from '../../strings/useStrings.ts'
import { cellContent, type CellContentProps } from '../cells/cellContent.tsx'
import { cellMenuButton } from '../cells/cellMenuButton.tsx'
import { OutlineCells } from '../cells/OutlineCells.tsx'
import { isBuiltIn } from '../columns/ColumnSet.ts'
import { logTableStrings } from '../model/logTableStrings.ts'
import type { LogColumnId } from '../model/LogTableView.ts'

interface LogTableRowProps extends CellContentProps {
  index: number
  y: number
  height: number
  columns: readonly LogColumnId[]
  /** Whether rows are cards. */
  stacked: boolean
  /** The parts that the row above has too; they are drawn lighter. */
  repeats?: string | undefined
  /** Whether it contains the text that is searched for. */
  found?: 'current' | 'other' | undefined
  /** Renders an outline only. */
  outline?: boolean
  /** The offset of each pinned column from the start. */
  pins: readonly (string | undefined)[]
  /** Whether it may belong to a replaced chain. */
  stale?: boolean
  /** Whether it is shown elsewhere. */
  open?: boolean
  marked?: boolean
  /** Whether to show buttons: only on hover or focus, because buttons in every row slow down fast scrolling. */
  pointed?: boolean
  /** The column in the tab order, if it is in this row. */
  activeColumn?: number | undefined
}

type RowAttributes = HTMLAttributes<HTMLDivElement> & {
  'data-index': number
  'data-state': string
  'data-repeats': string | undefined
  'data-found': string | undefined
}

/** A row of the table. Memoized, because scrolling passes hundreds of them. */
export const LogTableRow = /* @__PURE__ */ memo(function LogTableRow(props: LogTableRowProps): ReactNode {
  const { log, index, y, height, columns, stacked, outline, removed, stale, open, marked = false } = props
  const row: RowAttributes = {
    role: 'row',
    className: 'topic0-log-table-row',
    'aria-rowindex': index + 2,
    'aria-selected': marked,
    'aria-current': open || undefined,
    'data-index': index,
    'data-state': removed ? 'removed' : stale ? 'stale' : open ? 'selected' : 'default',
    'data-repeats': props.repeats,
    'data-found': props.found,
    style: { height, transform: `translateY(${y}px)` },
    children: outline ? <OutlineCells {...{ log, columns, stacked }} /> : <Cells {...props} />,
  }
  const rendered = props.renderers.renderRow?.({ props: row, log })
  return rendered === undefined ? <div {...row} /> : rendered
})

function Cells(props: LogTableRowProps) {
  const { columns, own, stacked, pins, pointed, activeColumn } = props
  const strings = useStrings(logTableStrings)
  return (
    <>
      <span className="topic0-log-table-mark" data-act="mark" aria-hidden="true" />
      {columns.map((column, at) => (
        <div
          key={column}
          role="gridcell"
          className="topic0-log-table-cell"
          aria-colindex={at + 1}
          data-column={column}
          data-own={own.has(column) || undefined}
          data-align={own.get(column)?.align}
          data-label={stacked && !isBuiltIn(column) ? own.get(column)?.header : undefined}
          data-pinned={pins[at] && true}
          style={pins[at] ? { insetInlineStart: pins[at] } : undefined}
          tabIndex={activeColumn === at ? 0 : -1}
        >
          {cellContent(props, column, strings)}
          {pointed && cellMenuButton(strings.cellActions)}
        </div>
      ))}
    </>
  )
}
