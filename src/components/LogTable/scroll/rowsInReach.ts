import type { RowRange, RowWindow } from './rowWindow.ts'

/** The visible rows, and those around them that are rendered in full. */
export function rowsInReach({ seen, around }: Pick<RowWindow, 'seen' | 'around'>, whole: RowRange): RowRange {
  const first = Math.max(whole.first, around.first)
  const last = Math.min(whole.last, around.last)
  if (first > last) return seen
  return { first: Math.min(first, seen.first), last: Math.max(last, seen.last) }
}
