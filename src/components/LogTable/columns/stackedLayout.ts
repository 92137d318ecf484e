import type { LogColumn, LogColumnId } from '../model/LogTableView.ts'
import type { ScrollStore } from '../scroll/ScrollStore.ts'
import { isBuiltIn } from './ColumnSet.ts'

// The lines of a card and their heights, as in stacked.css.
const lines: readonly { readonly columns: readonly LogColumn[]; readonly height: number }[] = [
  { columns: ['event'], height: 52 },
  { columns: ['contract', 'block', 'logIndex', 'time'], height: 24 },
  { columns: ['transaction'], height: 24 },
]
// The line of a column that is not built-in.
const ownHeight = 24
const around = 16

/** In CSS pixels. Below this width, rows become cards: a line for each group of columns, and for each column of your own. */
export const stackedLayout = {
  below: 720,
  rowHeight: (columns: readonly LogColumnId[]): number =>
    around +
    columns.filter((id) => !isBuiltIn(id)).length * ownHeight +
    Math.max(
      lines[0]!.height,
      lines
        .filter((line) => line.columns.some((column) => columns.includes(column)))
        .reduce((sum, { height }) => sum + height, 0),
    ),
}

/** Whether a card has a line for a column. The details show the others. */
export function isOnCard(id: LogColumnId): boolean {
  return !isBuiltIn(id) || lines.some(({ columns }) => columns.includes(id as LogColumn))
}

/** Whether rows are cards, by the whole width: where details cover a part of the table, it hides columns and keeps its row height. */
export function isStacked({ tableWidth }: Pick<ScrollStore, 'tableWidth'>): boolean {
  return tableWidth > 0 && tableWidth < stackedLayout.below
}
