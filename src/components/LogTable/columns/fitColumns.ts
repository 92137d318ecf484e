import { cellPadding, columnNeeds } from './columnNeeds.ts'
import { gutterWidth } from '../scroll/rowSizes.ts'
import type { LogColumn } from '../model/LogTableView.ts'

/** In CSS pixels. */
interface ColumnRoom {
  /** What the columns share: 0 while it is not known. */
  readonly width: number
  readonly rem: number
  /** How wide a digit of the table's font is. */
  readonly digit: number
}

// The first of these goes first: details say them too.
const spare: readonly LogColumn[] = ['logIndex', 'transaction', 'time']
// In digits: what most events need to show their arguments.
const eventRoom = 54

/** Those of the columns that leave the arguments of events room to be read. */
export function fitColumns(
  columns: readonly LogColumn[],
  { width, rem, digit }: ColumnRoom,
): readonly LogColumn[] {
  if (width === 0) return columns
  const needed = (digits: number) => digits * digit + cellPadding * rem
  const left = (ids: readonly LogColumn[]) =>
    ids.reduce(
      (rest, id) => (id === 'event' ? rest : rest - needed(columnNeeds[id].digits)),
      width - gutterWidth * rem,
    )
  let shown = columns
  for (const id of spare) {
    if (left(shown) >= needed(eventRoom)) break
    shown = shown.filter((other) => other !== id)
  }
  return shown
}
