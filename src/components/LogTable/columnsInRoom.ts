import { columnNeeds } from './columnNeeds.ts'
import { gutterWidth } from './gutterWidth.ts'
import type { LogColumn } from './LogTableView.ts'

// The first of these goes first: details say them too.
const spare: readonly LogColumn[] = ['logIndex', 'transaction', 'time']
// In rem: what most events need to show their arguments.
const eventRoom = 26

/** Those of the columns that leave the arguments of events room to be read. `room` is in rem, 0 while it is not known. */
export function columnsInRoom(columns: readonly LogColumn[], room: number): readonly LogColumn[] {
  if (room === 0) return columns
  const left = (ids: readonly LogColumn[]) =>
    ids.reduce((rest, id) => (id === 'event' ? rest : rest - columnNeeds[id].least), room - gutterWidth)
  let shown = columns
  for (const id of spare) {
    if (left(shown) >= eventRoom) break
    shown = shown.filter((other) => other !== id)
  }
  return shown
}
