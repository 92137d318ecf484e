import type { LogTableColumn } from '../model/LogTableView.ts'

/** Minimum column width, and the step of resizing, in pixels. */
export const minWidth = 56
export const widthStep = 24

/** Moves a column. It is pinned if the column it lands before is, or, at the end, if all others are. */
export function moveColumn(
  columns: readonly LogTableColumn[],
  from: number,
  to: number,
): readonly LogTableColumn[] {
  const moved = columns[from]
  if (!moved || to < 0 || to >= columns.length) return columns
  const rest = columns.filter((_, at) => at !== from)
  const pinned = rest[to]?.pinned ?? (to === rest.length && rest.every((column) => column.pinned))
  return [...rest.slice(0, to), { ...moved, pinned: pinned || undefined }, ...rest.slice(to)]
}
