'use client'
import type { PointerEventHandler } from 'react'
import { useStrings } from '../../strings/useStrings.ts'
import * as icons from '../../ui/icons.tsx'
import { cellMenuButton } from '../cells/cellMenuButton.tsx'
import { columnName } from '../columns/columnName.ts'
import { isSortedBy } from '../columns/ColumnSet.ts'
import type { TableView } from '../columns/useTableView.ts'
import { logTableStrings } from '../model/logTableStrings.ts'
import type { LogSort } from '../model/LogTableView.ts'

interface LogTableHeaderProps {
  view: TableView
  /** The current sort order. */
  sort: LogSort
  pins: readonly (string | undefined)[]
  height: number
  /** The column in the tab order, if it is in the header. */
  activeColumn: number | undefined
  drag: { from: number; to: number } | undefined
  marked: 'none' | 'some'
  onPointerDown: PointerEventHandler<HTMLElement>
}

/** The column headers, to sort, move and resize columns. */
export function LogTableHeader(props: LogTableHeaderProps) {
  const { view, sort, pins, height, activeColumn, drag, marked, onPointerDown } = props
  const { set } = view
  const strings = useStrings(logTableStrings)
  return (
    <div className="topic0-log-table-head">
      <div
        role="row"
        className="topic0-log-table-header"
        aria-rowindex={1}
        data-index={-1}
        data-dragging={drag ? true : undefined}
        style={{ height }}
        onPointerDown={onPointerDown}
      >
        <span className="topic0-log-table-mark" data-act="mark-all" data-state={marked} aria-hidden="true" />
        {view.columns.map((column, at) => {
          const name = columnName(column.id, strings, view.time, set.own)
          const sorted = isSortedBy(column.id, sort, set) ? sort.direction : undefined
          return (
            <div
              key={column.id}
              role="columnheader"
              className="topic0-log-table-cell"
              aria-label={name}
              aria-colindex={at + 1}
              aria-sort={sorted && (sorted === 'asc' ? 'ascending' : 'descending')}
              data-column={column.id}
              data-align={set.own.get(column.id)?.align}
              data-pinned={column.pinned}
              data-drag={drag?.from === at ? true : undefined}
              data-drop={dropAt(drag?.to, at, view.columns.length)}
              style={pins[at] ? { insetInlineStart: pins[at] } : undefined}
              tabIndex={activeColumn === at ? 0 : -1}
            >
              <span className="topic0-log-table-name">{name}</span>
              {sorted && (sorted === 'asc' ? icons.up : icons.down)}
              {cellMenuButton(strings.columnActions(name))}
              <span className="topic0-log-table-edge" data-act="resize" aria-hidden="true" />
            </div>
          )
        })}
      </div>
    </div>
  )
}

function dropAt(to: number | undefined, at: number, columns: number): 'before' | 'after' | undefined {
  if (to === at) return 'before'
  return to === columns && at === columns - 1 ? 'after' : undefined
}
