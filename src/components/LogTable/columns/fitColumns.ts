import { cellPadding, columnNeed } from './columnNeeds.ts'
import { gutterWidth } from '../scroll/rowSizes.ts'
import type { LogColumn } from '../model/LogTableView.ts'

/** In CSS pixels. */
interface ColumnRoom {
  /** The width that the columns share; 0 while unknown. */
  readonly width: number
  readonly rem: number
  /** Width of a digit in the table's font. */
  readonly digit: number
  /** Whether no time has a date. */
  readonly shortTimes?: boolean
}

// Hidden in this order; details show them too.
const spare: readonly LogColumn[] = ['logIndex', 'transaction', 'time']
// In digits: enough for the arguments of most events.
const eventRoom = 60

/** The columns to show: spare ones are hidden while event arguments lack space. */
export function fitColumns(
  columns: readonly LogColumn[],
  { width, rem, digit, shortTimes = false }: ColumnRoom,
): readonly LogColumn[] {
  if (width === 0) return columns
  const needed = (digits: number) => digits * digit + cellPadding * rem
  const left = (ids: readonly LogColumn[]) =>
    ids.reduce(
      (rest, id) => (id === 'event' ? rest : rest - needed(columnNeed(id, shortTimes).digits)),
      width - gutterWidth * rem,
    )
  let shown = columns
  for (const id of spare) {
    if (left(shown) >= needed(eventRoom)) break
    shown = shown.filter((other) => other !== id)
  }
  return shown
}
