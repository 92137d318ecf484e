import type { LogSort } from '../model/LogTableView.ts'
import { arrangeColumns, resizeColumn } from './arrangeColumns.ts'
import { isSortedBy } from './ColumnSet.ts'
import { moveColumn, widthStep } from './moveColumn.ts'
import { sortOfColumn } from './sortOfColumn.ts'
import type { TableView } from './useTableView.ts'

interface HeaderCommandsOptions {
  readonly view: TableView
  readonly sort: LogSort
  readonly grid: HTMLElement | null
}

/** What clicks and keys in the header do, by the index of a column. */
export interface HeaderCommands {
  /** Sorts by the column, then in reverse, then in chain order again. Times change their format. */
  readonly sortBy: (at: number) => void
  readonly widen: (at: number, by: number) => void
  /** Returns whether the column moved. */
  readonly move: (at: number, by: number) => boolean
}

/** The commands for the columns of a table. */
export function headerCommands({ view, sort, grid }: HeaderCommandsOptions): HeaderCommands {
  const { columns, set } = view
  return {
    sortBy(at) {
      const id = columns[at]?.id
      const by = id === undefined ? undefined : sortOfColumn(id, set)
      if (id === 'time' && !set.own.has(id))
        view.update({ time: view.time === 'utc' ? 'age' : view.time === 'age' ? 'local' : 'utc' })
      if (id === undefined || !by) return
      if (by.column === 'block') {
        const newest = sort.column === 'block' && sort.direction === 'desc'
        view.update({ sort: { column: 'block', direction: newest ? 'asc' : 'desc' } })
        return
      }
      const isSorted = sort.column !== 'arg' && isSortedBy(id, sort, set)
      const next = !isSorted ? 'asc' : sort.direction === 'asc' ? 'desc' : undefined
      view.update({ sort: next && { ...by, direction: next } })
    },
    widen(at, by) {
      const cell = grid?.querySelector(`[role="columnheader"][aria-colindex="${at + 1}"]`)
      const width = columns[at]?.width ?? cell?.getBoundingClientRect().width ?? 0
      resizeColumn(view, at, width + by * widthStep)
    },
    move(at, by) {
      const moved = moveColumn(columns, at, at + by)
      if (moved === columns) return false
      arrangeColumns(view, moved)
      return true
    },
  }
}
